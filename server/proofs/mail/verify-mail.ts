import type { DKIMResult, DKIMVerifyResult } from 'mailauth'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { MAX_MAIL_BYTES, type MailFault } from '#shop/proofs/mail-trial.ts'
import { noting, onlyUnder, recording, type DnsAnswers, type TxtResolver } from './mail-dns.ts'
import { readRawMail, type RawMail } from '#platform/mail/raw-mail.ts'

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

/** All that is found out about a mail, whether it counts or not. */
export interface MailExamination {
  /** Null where it cannot be read. */
  mail: RawMail | null
  /** As the bank signed it. */
  raw: Buffer
  fromDomain: string
  /** Domains of the signatures, valid or not. */
  signers: string[]
  /** One of them is of the bank that the mail is from. */
  isAligned: boolean
  /** The bank's valid signature over all that counts. */
  passed: DKIMResult | null
  /** No name server answered about a key: the same mail may count later. */
  dnsFailed: boolean
  dns: DnsAnswers
  /** In the order in which they are judged: the first decides. */
  faults: MailFault[]
}

/**
 * Checks that a bank sent this mail to the shop: exactly one address in From, of a listed domain; a DKIM signature of the
 * same bank's domain that is valid now, over the whole body and the headers that are read; fresh; addressed to the shop.
 * @throws {TryAgainLater} when the name server does not answer about a mail that could count
 */
export async function verifyMail(raw: Buffer, check: Verification): Promise<VerifiedMail | { fault: MailFault }> {
  const found = await examineMail(raw, check, false)
  const [fault] = found.dnsFailed ? found.faults.filter((one) => one === 'to') : found.faults
  if (fault !== undefined) return { fault }
  if (found.dnsFailed) throw new TryAgainLater('The name server did not tell the key of the signature.')
  return verified(found)
}

/** Looks at everything that verifyMail asks for, also after a fault. An old mail is given up unread without `alsoOld`. */
export async function examineMail(raw: Buffer, check: Verification, alsoOld = true): Promise<MailExamination> {
  const dns: DnsAnswers = {}
  const none: Signatures = {
    raw,
    fromDomain: '',
    signers: [],
    isAligned: false,
    passed: null,
    fault: 'unreadable',
  }
  const only = (mail: RawMail | null, fault: MailFault): MailExamination => ({
    ...none,
    mail,
    dns,
    dnsFailed: false,
    faults: [fault],
  })
  if (raw.length > MAX_MAIL_BYTES) return only(null, 'too-large')
  const mail = await readRawMail(raw).catch(() => null)
  if (!mail) return only(null, 'unreadable')
  const doubled = ONCE.some((name) => mail.count(name) !== 1) || AT_MOST_ONCE.some((name) => mail.count(name) > 1)
  if (doubled) return only(mail, 'headers')
  const age = check.now.getTime() - (mail.sent?.getTime() ?? 0)
  const isOld = !mail.sent || age > check.maxAgeMs
  if (isOld && !alsoOld) return only(mail, 'stale')
  const silent = new Set<string>()
  const txt = recording(dns, noting(silent, onlyUnder(check.domains, check.txt)))
  const given = await signaturesOf(raw, txt, check)
  // Gmail gives some mails of banks another Message-ID and keeps the signed one (zkp2p-v1-monorepo, pull request 207).
  const restored = given.passed || silent.size > 0 ? null : withOriginalMessageId(raw)
  const { fault, ...signatures } = restored ? await better(given, restored, txt, check) : given
  const faults: MailFault[] = signatures.passed ? [] : [fault]
  if (isOld) faults.push('stale')
  else if (age < -CLOCKS_DIFFER_MS) faults.push('future')
  if (!mail.to.includes(check.to.toLowerCase())) faults.push('to')
  const dnsFailed = silent.size > 0 && signatures.isAligned && !signatures.passed
  return { ...signatures, mail, dns, dnsFailed, faults }
}

/** Returns the mail for reading. @throws for a mail without a valid signature or date, which has a fault */
export function verified({ mail, raw, fromDomain, passed, dns }: MailExamination): VerifiedMail {
  if (!mail?.sent || !passed) throw new Error('This mail was not verified.')
  return {
    mail,
    raw,
    sent: mail.sent,
    fromDomain,
    signedBy: passed.signingDomain ?? '',
    identity: (keysOf(passed).includes('message-id') && messageIdOf(raw)) || (passed.bodyHash ?? ''),
    dns,
  }
}

type Signatures = Pick<MailExamination, 'raw' | 'fromDomain' | 'signers' | 'isAligned' | 'passed'> & {
  /** Why none passed. */
  fault: MailFault
}

async function signaturesOf(raw: Buffer, txt: TxtResolver, check: Verification): Promise<Signatures> {
  const found: DKIMVerifyResult | null = await dkimVerify(raw, {
    resolver: (name) => txt(name),
    minBitLength: MIN_KEY_BITS,
    rejectRsaSha1: true,
    curTime: check.now,
  }).catch(() => null)
  const fromDomain = (found?.headerFrom[0] ?? '').split('@').pop()?.toLowerCase() ?? ''
  const signatures = (found?.results ?? []).filter((one) => one.signingDomain !== undefined)
  const signers = signatures.map(({ signingDomain }) => (signingDomain ?? '').toLowerCase())
  const none = (fault: MailFault): Signatures => ({
    raw,
    fromDomain,
    signers,
    isAligned: false,
    passed: null,
    fault,
  })
  if (!found) return none('unreadable')
  if (found.fromFields !== 1 || found.headerFrom.length !== 1) return none('from')
  if (!check.domains.includes(fromDomain)) return none('bank')
  if (signatures.length === 0) return none('unsigned')
  const ofBank = signatures.filter((one) => isAligned(one.signingDomain ?? '', fromDomain, check.domains))
  if (ofBank.length === 0) return none('bank')
  const judged = ofBank.map((one) => ({ one, fault: faultOf(one, found, check.now) }))
  const passed = judged.find(({ fault }) => fault === null)?.one ?? null
  return {
    ...none(judged[0]?.fault ?? 'signature'),
    isAligned: true,
    passed,
  }
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

/** Returns the Message-ID. Call it only for a mail that has exactly one, which is signed. */
function messageIdOf(raw: Buffer): string {
  const head = raw.toString('latin1').split(HEAD_END, 1)[0] ?? ''
  return (
    MESSAGE_ID.exec(`${head}\n`)?.[0]
      .replace(/^message-id:/i, '')
      .replace(/\s+/g, '') ?? ''
  )
}
