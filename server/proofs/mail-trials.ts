import type { IncomingMessage } from 'node:http'
import { MAX_MAIL_BYTES, type MailTrial } from '#shop/proofs/mail-trial.ts'
import { bodyUnread, busy, notOffered, refusal, tooManyAtOnce } from '../api/answers.ts'
import { FairShare } from '../api/fair-share.ts'
import { AttemptLimit } from '../auth/attempt-limit.ts'
import { TIMED_OUT } from '../database/ended.ts'
import { bodies } from '../http/bodies.ts'
import { jsonAnswer, textAnswer, type Answer } from '../http/http-message.ts'

/** The address at which admins try a mail; the same on every shop with a server of its own. */
const TRY_MAIL_PATH = '/proofs/mail/try'

const MAX_TRIALS = 30
const TRIALS_WINDOW_MS = 10 * 60_000
/** Judging a mail takes the time of many requests. */
const AT_ONCE = { atOnce: 1, waiting: 2 }

/** Returns the id of the admin who asks, or how everybody else is refused. */
type AdminOf = (request: IncomingMessage) => Promise<{ admin: string } | { refused: Answer }>

/** Lets admins try a mail: `POST /proofs/mail/try` with the raw mail answers with a MailTrial. Stores and logs nothing. */
export class MailTrials {
  readonly #examine: ((raw: Buffer) => Promise<MailTrial>) | null
  readonly #limit = new AttemptLimit(MAX_TRIALS, TRIALS_WINDOW_MS)
  readonly #shares = new FairShare()

  /** @param examine null for a server that reads no mails */
  constructor(examine: ((raw: Buffer) => Promise<MailTrial>) | null) {
    this.#examine = examine
  }

  /** Returns null for paths of other parts; 404 for an admin where the server reads no mails. */
  async answer(request: IncomingMessage, pathname: string, adminOf: AdminOf): Promise<Answer | null> {
    if (pathname !== TRY_MAIL_PATH) return null
    if (request.method !== 'POST') return textAnswer(405, 'Post a mail here.', { allow: 'POST' })
    const asks = await adminOf(request)
    if ('refused' in asks) return { ...asks.refused, close: true }
    if (!this.#examine) return { ...notOffered('rest'), close: true }
    const now = Date.now()
    const wait = this.#limit.waitFor(asks.admin, now)
    if (wait > 0) return { ...tooManyTrials(wait), close: true }
    this.#limit.count(asks.admin, now)
    const raw = await bodies.read(request, MAX_MAIL_BYTES, asks.admin)
    if (!Buffer.isBuffer(raw)) return bodyUnread('rest', raw)
    const place = await this.#shares.take(asks.admin, AT_ONCE)
    if (!place) return tooManyAtOnce('rest')
    try {
      return jsonAnswer(200, await this.#examine(raw))
    } catch {
      return busy('rest', TIMED_OUT)
    } finally {
      place()
    }
  }
}

function tooManyTrials(waitMs: number): Answer {
  const answer = refusal('rest', 429, 'over_request_rate_limit', 'Too many mails were tried; wait some minutes')
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(Math.ceil(waitMs / 1000)) } }
}
