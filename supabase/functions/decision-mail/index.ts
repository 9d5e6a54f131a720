// `npm run build:functions` bundles server/mail/decision-mail-function.ts into ./decision-mail.js.
import { answerMailCall } from './decision-mail.js'

Deno.serve((request) => answerMailCall(request, Deno.env.toObject()))
