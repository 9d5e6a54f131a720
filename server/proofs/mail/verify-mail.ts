import type { DKIMResult, DKIMVerifyResult } from 'mailauth'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { onlyUnder, recording, type DnsAnswers, type TxtResolver } from './mail-dns.ts'
import { MAX_MAIL_BYTES } from './limits.ts'
import { readRawMail, type RawMail } from './raw-mail.ts'

/** Why a mail does not count as its bank's. */
export type MailFault =
  | 'too-large'
  | 'unreadable'
  | 'headers'
  | 'from'
  | 'bank'
  | 'unsigned'
  | 'signature'
  | 'expired'
  | 'partly-signed'
  | 'unsigned-header'
  | 'stale'
  | 'future'
  | 'to'

/** The mail cannot be judged now, for example without DNS: the same mail later can. */
export class TryAgainLater extends Error {
  override name = 'TryAgainLater'
}

export interface Verification {
  /** The only domains that are believed, exactly as listed. */
  domains: readonly string[]
  txt: TxtResolver
  now: Date
  /** Ms that a mail may be old. */
  maxAgeMs: number
  /** The shop's address at its bank. */
  to: string
}

export interface VerifiedMail {
  mail: RawMail
  /** As the bank signed it. */
  raw: Buffer
  sent: Date
  fromDomain: string
  signedBy: string
  /** The Message-ID, if the bank signed it; else the hash of the signed body. */
  identity: string
  /** The TXT records that the signature was checked with. */
  dns: DnsAnswers
}

/** A header that is there twice is read differently by different programs. */
const ONCE = ['from', 'to', 'subject', 'date']
const AT_MOST_ONCE = ['content-type', 'content-transfer-encoding', 'mime-version', 'message-id', 'sender']
const MUST_BE_SIGNED = ['from', 'to', 'subject', 'date']
/** RFC 8301 section 3.2. */
const MIN_KEY_BITS = 1024
const CLOCKS_DIFFER_MS = 10 * 60_000

/**
 * Checks that a bank sent this mail to the shop: exactly one address in From, of a listed domain; a DKIM signature of the
 * same bank's domain that is valid now, over the whole body and the headers that are read; fresh; addressed to the shop.
 * @throws {TryAgainLater} when the name server does not answer
 */
export async function verifyMail(raw: Buffer, check: Verification): Promise<VerifiedMail | { fault: MailFault }> {
  if (raw.length > MAX_MAIL_BYTES) return { fault: 'too-large' }
  const mail = await readRawMail(raw).catch(() => null)
  if (!mail) return { fault: 'unreadable' }
  const doubled = ONCE.some((name) => mail.count(name) !== 1) || AT_MOST_ONCE.some((name) => mail.count(name) > 1)
  if (doubled) return { fault: 'headers' }
  const dns: DnsAnswers = {}
  const txt = recording(dns, onlyUnder(check.domains, check.txt))
  const given = await signaturesOf(raw, txt, check)
  // Gmail gives some mails of banks another Message-ID and keeps the signed one (zkp2p-v1-monorepo, pull request 207).
  const restored = given.passed ? null : withOriginalMessageId(raw)
  const { signed, passed, fault } = restored ? await better(given, restored, txt, check) : given
  if (!passed) return { fault }
  const age = check.now.getTime() - (mail.sent?.getTime() ?? 0)
  if (!mail.sent || age > check.maxAgeMs) return { fault: 'stale' }
  if (age < -CLOCKS_DIFFER_MS) return { fault: 'future' }
  if (!mail.to.includes(check.to.toLowerCase())) return { fault: 'to' }
  return {
    mail,
    raw: signed.raw,
    sent: mail.sent,
    fromDomain: signed.fromDomain,
    signedBy: passed.signingDomain ?? '',
    identity: (keysOf(passed).includes('message-id') && messageIdOf(signed.raw)) || (passed.bodyHash ?? ''),
    dns,
  }
}

interface Signatures {
  signed: { raw: Buffer; fromDomain: string }
  passed: DKIMResult | null
  fault: MailFault
}

async function signaturesOf(raw: Buffer, txt: TxtResolver, check: Verification): Promise<Signatures> {
  const found: DKIMVerifyResult | null = await dkimVerify(raw, {
    resolver: (name) => txt(name),
    minBitLength: MIN_KEY_BITS,
    rejectRsaSha1: true,
    curTime: check.now,
  }).catch(() => null)
  if (!found) return { signed: { raw, fromDomain: '' }, passed: null, fault: 'unreadable' }
  const fromDomain = (found.headerFrom[0] ?? '').split('@').pop()?.toLowerCase() ?? ''
  const signed = { raw, fromDomain }
  const none = (fault: MailFault): Signatures => ({ signed, passed: null, fault })
  if (found.fromFields !== 1 || found.headerFrom.length !== 1) return none('from')
  if (!check.domains.includes(fromDomain)) return none('bank')
  const signatures = found.results.filter((one) => one.signingDomain !== undefined)
  if (signatures.length === 0) return none('unsigned')
  const ofBank = signatures.filter((one) => isAligned(one.signingDomain ?? '', fromDomain, check.domains))
  if (ofBank.length === 0) return none('bank')
  const judged = ofBank.map((one) => ({ one, fault: faultOf(one, found, check.now) }))
  const passed = judged.find(({ fault }) => fault === null)?.one ?? null
  if (!passed && ofBank.some(({ status }) => status.result === 'temperror')) {
    throw new TryAgainLater('The name server did not tell the key of the signature.')
  }
  return { signed, passed, fault: judged[0]?.fault ?? 'signature' }
}

/** Both domains are listed, and the same or one below the other. */
function isAligned(signing: string, from: string, domains: readonly string[]): boolean {
  const by = signing.toLowerCase()
  return domains.includes(by) && (by === from || from.endsWith(`.${by}`) || by.endsWith(`.${from}`))
}

function faultOf(one: DKIMResult, found: DKIMVerifyResult, now: Date): MailFault | null {
  if (one.status.result !== 'pass') return one.status.comment === 'expired' ? 'expired' : 'signature'
  // A key that the domain only tries out vouches for nothing (RFC 6376 section 3.6.1).
  if (one.status.testing) return 'signature'
  if (one.canonBodyLengthLimited !== false) return 'partly-signed'
  if (one.signTime && Date.parse(one.signTime) > now.getTime() + CLOCKS_DIFFER_MS) return 'future'
  const keys = keysOf(one)
  // Another Content-Type would show another part of the same body.
  const hasType = found.headers?.parsed.some(({ key }) => key === 'content-type') === true
  const needed = hasType ? [...MUST_BE_SIGNED, 'content-type'] : MUST_BE_SIGNED
  return needed.every((name) => keys.includes(name)) ? null : 'unsigned-header'
}

const keysOf = (one: DKIMResult): string[] =>
  (one.signingHeaders?.keys ?? '').split(':').map((name) => name.trim().toLowerCase())

async function better(given: Signatures, raw: Buffer, txt: TxtResolver, check: Verification): Promise<Signatures> {
  const again = await signaturesOf(raw, txt, check)
  return again.passed ? again : given
}

const HEAD_END = /\r?\n\r?\n/
const MESSAGE_ID = /^message-id:[^\n]*(?:\n[ \t][^\n]*)*\n/im
const ORIGINAL_ID = /^x-google-original-message-id:([^\n]*(?:\n[ \t][^\n]*)*\n)/im

/** Returns the mail with the Message-ID that Gmail replaced; null when it replaced none. */
function withOriginalMessageId(raw: Buffer): Buffer | null {
  const text = raw.toString('latin1')
  const end = HEAD_END.exec(text)?.index
  if (end === undefined) return null
  const head = `${text.slice(0, end)}\n`
  const original = ORIGINAL_ID.exec(head)?.[1]
  if (original === undefined) return null
  const restored = head.replace(ORIGINAL_ID, '').replace(MESSAGE_ID, () => `Message-ID:${original}`)
  return Buffer.from(restored.slice(0, -1) + text.slice(end), 'latin1')
}

/** Only for a Message-ID that is there once and signed. */
function messageIdOf(raw: Buffer): string {
  const head = raw.toString('latin1').split(HEAD_END, 1)[0] ?? ''
  return (
    MESSAGE_ID.exec(`${head}\n`)?.[0]
      .replace(/^message-id:/i, '')
      .replace(/\s+/g, '') ?? ''
  )
}
