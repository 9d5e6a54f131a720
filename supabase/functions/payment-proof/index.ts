// `npm run build:functions` bundles server/proofs/payment-proof-function.ts into ./payment-proof.js.
import { answerProofCall } from './payment-proof.js'

Deno.serve((request) => answerProofCall(request, Deno.env.toObject()))
