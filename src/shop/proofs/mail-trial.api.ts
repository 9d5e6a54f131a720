import type { Result } from '#platform/failure/failure.ts'
import { backendSettings } from '#platform/supabase/backend-config.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { signedHeaders } from '#platform/supabase/client.ts'
import { accessToken, SignedOutError } from '#platform/supabase/session.ts'
import { watchedFetch } from '#platform/supabase/watched-fetch.ts'
import { boolean, from, instant, list, number, oneOf, oneOfOrNull, orNull, row, text } from '#platform/text/wire.ts'
import { trialDoubts, trialOutcomes, trialReasons, trialSteps, type MailTrial } from './mail-trial.ts'

/** True on a shop with a server of its own, which alone can read mails; false with a hosted backend. */
export const hasOwnServer = (): boolean => new URL(backendSettings().url).origin === globalThis.location.origin

/** Asks the shop's own server as staff. A refusal fails with its status and the message `refused`. */
export const askOwnServer = (path: string, init: RequestInit, refused: string): Promise<Result<unknown>> =>
  call<unknown>(async () => {
    const { url } = backendSettings()
    const token = await accessToken()
    if (token === null) throw new SignedOutError('not signed in')
    const headers = { ...signedHeaders(token, 'console'), ...(init.headers as Record<string, string>) }
    const response = await watchedFetch(`${url}${path}`, { ...init, headers })
    const { status } = response
    return response.ok
      ? { data: await response.json(), error: null, status }
      : { data: null, error: { message: refused }, status }
  })

/**
 * Lets the server judge a raw mail; nothing of it is kept. Admins only. Fails with status 404 where the server reads no
 * mails, and with `rate_limited` after thirty in ten minutes.
 */
export async function tryMail(raw: Blob): Promise<Result<MailTrial>> {
  const init = { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body: raw }
  const answer = await askOwnServer('/proofs/mail/try', init, 'the mail was not judged')
  return parsedJson(answer, parseTrial)
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Throws for another shape. */
const parseTrial = row({
  steps: list(
    row({
      step: oneOf(trialSteps),
      holds: oneOf([true, false, null]),
      reason: oneOfOrNull(trialReasons),
      of: textOrNull,
    }),
  ),
  read: orNull(
    row({
      template: text,
      name: text,
      confirmed: boolean,
      amountPaise: from('amountPaise', number),
      utr: textOrNull,
      payerVpa: from('payerVpa', textOrNull),
      note: textOrNull,
      codes: list(String),
      creditedAt: from('creditedAt', instant),
    }),
  ),
  outcome: oneOf(trialOutcomes),
  doubts: list(oneOf(trialDoubts)),
  reason: oneOfOrNull(trialReasons),
  isOld: from('isOld', boolean),
})
