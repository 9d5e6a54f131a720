/** Sends the mails about decisions of a hosted shop. Its work is in server/mail/decision-mail-function.ts: `npm run build:functions` brings it here. */
import { answerMailCall } from './decision-mail.js'

Deno.serve((request) => answerMailCall(request, Deno.env.toObject()))
