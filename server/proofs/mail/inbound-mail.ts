import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isSameSecret } from '../../auth/same-secret.ts'
import { bodies, unreadAnswer } from '../../http/bodies.ts'
import { textAnswer, type Answer } from '../../http/http-message.ts'
import type { MailResult } from './mail-proofs.ts'
import { MAX_MAIL_BYTES } from '#shop/proofs/mail-trial.ts'

/** The address to which a mail provider posts mails. */
export const INBOUND_MAIL_PATH = '/proofs/mail'

/** Takes a posted mail; the same as from a mailbox. */
export interface InboundMail {
  /** SHA-256, in hex, of the secret; null: mails are not taken this way. */
  secretHash: string | null
  deliver(raw: Buffer): Promise<MailResult>
}

/**
 * Answers a POST of a raw mail (message/rfc822, at most 1 MB) to INBOUND_MAIL_PATH; null for every other request. The
 * sender shows the secret as a bearer token or as a password (Basic). 200: judged, taken or not; 503: send it again.
 */
export async function inboundMail(
  request: IncomingMessage,
  path: string,
  inbound: InboundMail,
): Promise<Answer | null> {
  if (path !== INBOUND_MAIL_PATH || inbound.secretHash === null) return null
  if (request.method !== 'POST') return textAnswer(405, 'Post a mail here.', { allow: 'POST' })
  const shown = createHash('sha256').update(shownSecret(request.headers.authorization)).digest('hex')
  if (!isSameSecret(shown, inbound.secretHash)) {
    return { ...textAnswer(401, 'The secret is not right.', { 'www-authenticate': 'Basic realm="mail"' }), close: true }
  }
  const raw = await bodies.read(request, MAX_MAIL_BYTES)
  if (!Buffer.isBuffer(raw)) return unreadAnswer(raw, 'A mail has at most 1 MB here.')
  const result = await inbound.deliver(raw).catch(() => null)
  if (!result) return textAnswer(503, 'Not now: send it again.', { 'retry-after': '30' })
  return textAnswer(200, 'refused' in result ? `Not a proof: ${result.refused}.` : 'Taken.')
}

function shownSecret(header = ''): string {
  const [, kind = '', value = ''] = /^(\S+) +(.*)$/.exec(header) ?? []
  if (/^bearer$/i.test(kind)) return value
  if (!/^basic$/i.test(kind)) return ''
  const login = Buffer.from(value, 'base64').toString('utf8')
  return login.slice(login.indexOf(':') + 1)
}
