import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { demoBankTemplate, bankMailTemplates, type BankMailTemplate } from '#shop/proofs/bank-mail-templates.ts'
import { MAX_MAIL_BYTES, type MailFault, type TrialDoubt } from '#shop/proofs/mail-trial.ts'
import type { Proof, MailRefusal } from '#shop/proofs/proof.ts'
import { looksLikeCredit } from '#shop/proofs/mail-words.ts'
import { readBankMail, type MailCredit, type MailReading } from '#shop/proofs/read-bank-mail.ts'
import { fromAnswers, type DnsAnswers, type TxtResolver } from './mail-dns.ts'
import type { RawMail } from '#platform/mail/raw-mail.ts'
import { verifyMail, type VerifiedMail } from './verify-mail.ts'

/** What the shop expects of a mail that proves a credit. */
export interface MailRules {
  /** The shop's address at its bank. */
  to: string
  /** The last digits of its account. */
  account: string
  /** Ids of templates that the operator has seen on a real mail. */
  confirmed: readonly string[]
  maxAgeMs: number
}

/** `bank`: of the signature that holds; with a refusal only for what looks like a credit in a wording that is not known. */
export type MailOutcome = { proof: Proof; bank: string } | { refused: MailFault | MailRefusal; bank?: string }

/** What a proof keeps, so that the mail can be checked again without any name server. */
interface MailContent {
  kind: 'mail'
  /** The mail as signed: gzip, base64. */
  raw: string
  dns: DnsAnswers
  checkedAt: string
  template: string
  to: string
  account: string
}

/** The database takes 60 kB of content. */
const MAX_CONTENT_CHARACTERS = 56_000

export const domainsOf = (templates: readonly BankMailTemplate[]): string[] => [
  ...new Set(templates.flatMap(({ domains }) => domains)),
]

/** Makes the proof that a raw mail is, or says why it is none. @throws {TryAgainLater} when DNS does not answer */
export async function proofOfMail(
  raw: Buffer,
  rules: MailRules,
  templates: readonly BankMailTemplate[],
  txt: TxtResolver,
  now = new Date(),
): Promise<MailOutcome> {
  const checked = await verifyMail(raw, { ...rules, domains: domainsOf(templates), txt, now })
  if ('fault' in checked) return { refused: checked.fault }
  const reading = readVerified(checked, templates, rules.account)
  if ('refused' in reading) {
    const mayBeCredit = reading.refused === 'unknown' && checked.mail.texts.some(looksLikeCredit)
    const bank = templates.find(({ domains }) => domains.includes(checked.fromDomain))?.bank
    return mayBeCredit && bank !== undefined ? { ...reading, bank } : reading
  }
  const { credit } = reading
  if (isOldCredit(credit, rules, now)) return { refused: 'stale' }
  return { proof: makeProof(checked, credit, rules, templates, now).proof, bank: credit.bank }
}

/** The mail may be new and tell of money that came long ago. */
export const isOldCredit = (credit: MailCredit, { maxAgeMs }: MailRules, now: Date): boolean =>
  now.getTime() - Date.parse(credit.creditedAt) > maxAgeMs

/** Makes the proof of a verified mail, with every reason why a person has to decide about it. */
export function makeProof(
  checked: VerifiedMail,
  credit: MailCredit,
  rules: MailRules,
  templates: readonly BankMailTemplate[],
  now: Date,
): { proof: Proof; doubts: TrialDoubt[] } {
  const content: MailContent = {
    kind: 'mail',
    raw: gzipSync(checked.raw, { level: 9 }).toString('base64'),
    dns: checked.dns,
    checkedAt: now.toISOString(),
    template: credit.template,
    to: rules.to,
    account: rules.account,
  }
  const whole = JSON.stringify(content).length <= MAX_CONTENT_CHARACTERS
  const doubts: TrialDoubt[] = []
  if (credit.utr === null) doubts.push('no-utr')
  if (!isConfirmed(credit.template, rules, templates)) doubts.push('unconfirmed')
  // What cannot be kept cannot be checked again.
  if (!whole) doubts.push('too-long')
  return {
    proof: {
      source: 'mail',
      externalId: externalId(credit, checked),
      creditedAt: credit.creditedAt,
      amountPaise: credit.amountPaise,
      utr: credit.utr,
      note: credit.note,
      payerVpa: credit.payerVpa,
      certain: doubts.length === 0,
      content: whole ? { ...content } : { ...content, raw: null, bytes: checked.raw.length },
    },
    doubts,
  }
}

/** True for a template that is confirmed here or named by the operator. */
export const isConfirmed = (id: string, rules: MailRules, templates: readonly BankMailTemplate[]): boolean =>
  rules.confirmed.includes(id) || templates.some((one) => one.id === id && one.confirmed)

function readVerified(
  { mail, fromDomain, signedBy, sent }: VerifiedMail,
  templates: readonly BankMailTemplate[],
  account: string,
) {
  const ofBank = templates.filter(({ domains }) => domains.includes(fromDomain) && domains.includes(signedBy))
  return readTexts(mail, sent, ofBank, account)
}

/** Reads a mail by these templates. */
export function readTexts(
  mail: RawMail,
  sent: Date,
  templates: readonly BankMailTemplate[],
  account: string,
): MailReading {
  const readings = mail.texts.map((text) => readBankMail({ subject: mail.subject, text, sent }, templates, account))
  // The text that mail programs show decides; the other is read where a bank leaves the first empty.
  return readings.find((one) => !('refused' in one && one.refused === 'unknown')) ?? { refused: 'unknown' as const }
}

const externalId = ({ bank, utr }: MailCredit, { identity, sent }: VerifiedMail): string =>
  createHash('sha256')
    .update(utr === null ? `${bank}\nmail\n${identity}\n${sent.toISOString()}` : `${bank}\nutr\n${utr}`)
    .digest('hex')

/**
 * Checks a kept mail again with the DNS answers of its day, as on that day. `holds` is false where the content was changed
 * or is not the proof's.
 */
export async function verifyAgain(
  proof: Pick<Proof, 'externalId' | 'amountPaise' | 'utr' | 'content'>,
): Promise<boolean> {
  const { raw, dns, checkedAt, to, account } = proof.content
  if (
    typeof raw !== 'string' ||
    typeof checkedAt !== 'string' ||
    typeof to !== 'string' ||
    typeof account !== 'string'
  ) {
    return false
  }
  try {
    const mail = gunzipSync(Buffer.from(raw, 'base64'), { maxOutputLength: MAX_MAIL_BYTES })
    const rules: MailRules = { to, account, confirmed: [], maxAgeMs: Number.POSITIVE_INFINITY }
    const templates = [...bankMailTemplates, demoBankTemplate]
    const again = await proofOfMail(mail, rules, templates, fromAnswers(dns as DnsAnswers), new Date(checkedAt))
    if (!('proof' in again)) return false
    const { externalId, amountPaise, utr } = again.proof
    return externalId === proof.externalId && amountPaise === proof.amountPaise && utr === proof.utr
  } catch {
    return false
  }
}
