import { createHash } from 'node:crypto'
import { bankMailTemplates } from '../../src/shop/proofs/bank-mail-templates.ts'
import { StartupError } from '../startup-error.ts'
import { email, onOff, pair, text, wholeNumber, type Environment } from './setting-values.ts'

export interface ImapSettings {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS, demanded except on this machine. */
  secure: boolean
  user: string
  password: string
  folder: string
}

export interface ProofSettings {
  /** The shop's address at its bank. */
  to: string
  /** The last digits of its account, three to six. */
  account: string
  /** Ids of templates that the operator has seen on a real mail. */
  confirmed: string[]
  /** Ms that a mail and its credit may be old. */
  maxAgeMs: number
  imap: ImapSettings | null
  /** SHA-256, in hex, of the secret with which a provider posts mails to /proofs/mail; null without that way. */
  secretHash: string | null
  /** The demo's pretended bank. */
  demoBank: boolean
}

/** An address and an account that do not exist: for the demo's bank where none are set. */
const DEMO_TO = 'account@demo.mehfil.example'
const DEMO_ACCOUNT = '0042'
const MIN_SECRET_LENGTH = 24
/** TLS from the first byte. */
export const IMAPS_PORT = 993

/** Reads PROOF_* and DEMO_BANK; null without them. @throws {StartupError} that names the invalid one */
export function readProofs(env: Environment): ProofSettings | null {
  const demoBank = onOff(env, 'DEMO_BANK') ?? false
  const named = Object.keys(env).find((name) => name.startsWith('PROOF_') && text(env, name) !== null)
  if (named === undefined && !demoBank) return null
  const imap = readImap(env)
  const secret = text(env, 'PROOF_MAIL_SECRET')
  if (secret !== null && secret.length < MIN_SECRET_LENGTH) {
    throw new StartupError(`PROOF_MAIL_SECRET must have at least ${MIN_SECRET_LENGTH} characters.`)
  }
  if (!imap && secret === null && !demoBank) {
    throw new StartupError(
      `${named} is set but neither PROOF_IMAP_HOST nor PROOF_MAIL_SECRET is; no mail would arrive.`,
    )
  }
  const to = email(env, 'PROOF_MAIL_TO') ?? (demoBank ? DEMO_TO : null)
  if (to === null) throw new StartupError('PROOF_MAIL_TO must be the address that your bank writes to.')
  const account = text(env, 'PROOF_ACCOUNT_MASK') ?? (demoBank ? DEMO_ACCOUNT : '')
  if (!/^\d{3,6}$/.test(account)) {
    throw new StartupError('PROOF_ACCOUNT_MASK must be the last three to six digits of your account.')
  }
  return {
    to,
    account,
    confirmed: readConfirmed(env),
    maxAgeMs: 3_600_000 * wholeNumber(env, 'PROOF_MAIL_HOURS', 48, 1, 168),
    imap,
    secretHash: secret === null ? null : createHash('sha256').update(secret).digest('hex'),
    demoBank,
  }
}

function readConfirmed(env: Environment): string[] {
  const ids = (text(env, 'PROOF_BANKS') ?? '').split(/[\s,]+/).filter(Boolean)
  const known = bankMailTemplates.map(({ id }) => id)
  const wrong = ids.find((id) => !known.includes(id))
  if (wrong !== undefined) {
    throw new StartupError(`PROOF_BANKS names "${wrong}"; there are: ${known.join(', ')}.`)
  }
  return ids
}

function readImap(env: Environment): ImapSettings | null {
  const host = text(env, 'PROOF_IMAP_HOST')
  const login = pair(env, 'PROOF_IMAP_USER', 'PROOF_IMAP_PASSWORD')
  if (host === null) {
    if (login) throw new StartupError('PROOF_IMAP_USER is set but PROOF_IMAP_HOST is not.')
    return null
  }
  if (!login) throw new StartupError('PROOF_IMAP_HOST needs PROOF_IMAP_USER and PROOF_IMAP_PASSWORD.')
  const port = wholeNumber(env, 'PROOF_IMAP_PORT', IMAPS_PORT, 1, 65_535)
  return {
    host,
    port,
    secure: port === IMAPS_PORT,
    user: login[0],
    password: login[1],
    folder: text(env, 'PROOF_IMAP_FOLDER') ?? 'INBOX',
  }
}
