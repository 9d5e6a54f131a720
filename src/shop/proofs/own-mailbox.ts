import { bankMailTemplates, type BankMailTemplate } from './bank-mail-templates.ts'
import { looksLikeCredit } from './mail-words.ts'
import { hasOrderCode, readBankMail, shownAccount, type MailCredit } from './read-bank-mail.ts'
import { redactMail } from './redact-mail.ts'

/** What is read of a mail on the device. Its signature is not checked there: that needs the bank's key from a name server. */
export interface OwnMail {
  /** In lower case; '' for none or several. */
  fromDomain: string
  /** It has a DKIM signature of the domain that it is from. */
  isSigned: boolean
  subject: string
  /** The texts to read, the one that mail programs show first. */
  texts: readonly string[]
  sent: Date | null
}

/** The mails of one bank in one wording. */
export interface WordingFound {
  bank: string
  /** Id of the template; null for mails that look like a credit and that no template reads. */
  wording: string | null
  mails: number
  withUtr: number
  withCode: number
  /** Without a signature of the bank: they would not count. */
  unsigned: number
  /** About another account than the given one. */
  otherAccount: number
  /** The newest, redacted; null where its date cannot be read. */
  newest: { at: string; sample: string } | null
}

export interface MailboxFound {
  mails: number
  /** Longer than any bank's mail, and not read. */
  tooLong: number
  /** From a listed bank, whatever they say. */
  ofBanks: number
  /** Those with the most mails first. */
  wordings: WordingFound[]
}

const bankOf = (domain: string): BankMailTemplate | undefined =>
  bankMailTemplates.find(({ domains }) => domains.includes(domain))

/** Returns true for a domain that a listed bank writes from. */
export const isOfBank = (domain: string): boolean => bankOf(domain) !== undefined

/** Adds up what a mailbox has of banks' mails, one mail after another. `account`: the shop's last digits; null takes any. */
export class OwnMailbox {
  readonly #account: string | null
  readonly #found: MailboxFound = { mails: 0, tooLong: 0, ofBanks: 0, wordings: [] }

  constructor(account: string | null) {
    this.#account = account
  }

  /** Counts a mail that is of no bank; null for one that is too long. */
  pass(mail: 'other' | null): void {
    this.#found.mails += 1
    if (mail === null) this.#found.tooLong += 1
  }

  take(mail: OwnMail): void {
    this.pass('other')
    const bank = bankOf(mail.fromDomain)?.bank
    if (bank === undefined) return
    this.#found.ofBanks += 1
    const { credit, other } = this.#read(mail)
    const text = mail.texts[0] ?? ''
    if (!credit && !(other === 'unknown' && looksLikeCredit(text))) return
    const group = this.#groupOf(bank, credit?.template ?? null)
    group.mails += 1
    if (credit?.utr != null) group.withUtr += 1
    if (credit?.note != null && hasOrderCode(credit.note)) group.withCode += 1
    if (!mail.isSigned) group.unsigned += 1
    if (other === 'account') group.otherAccount += 1
    const at = mail.sent?.toISOString() ?? ''
    if (at > (group.newest?.at ?? '')) group.newest = { at, sample: sampleOf(mail, credit?.template ?? null) }
  }

  get found(): MailboxFound {
    return { ...this.#found, wordings: this.#found.wordings.toSorted((a, b) => b.mails - a.mails) }
  }

  /** Reads a mail about any account; `other`: why it is no credit of the shop's. */
  #read({ fromDomain, subject, texts, sent }: OwnMail): { credit: MailCredit | null; other: string | null } {
    const templates = bankMailTemplates.filter(({ domains }) => domains.includes(fromDomain))
    let other = 'unknown'
    for (const text of texts) {
      const account = shownAccount(text, templates) ?? ''
      const reading = readBankMail({ subject, text, sent: sent ?? new Date(0) }, templates, account)
      if ('credit' in reading) {
        const isOther = this.#account !== null && !sameEnd(account, this.#account)
        return { credit: reading.credit, other: isOther ? 'account' : null }
      }
      if (reading.refused !== 'unknown') other = reading.refused
    }
    return { credit: null, other }
  }

  #groupOf(bank: string, wording: string | null): WordingFound {
    const known = this.#found.wordings.find((one) => one.bank === bank && one.wording === wording)
    if (known) return known
    const none = { mails: 0, withUtr: 0, withCode: 0, unsigned: 0, otherAccount: 0, newest: null }
    const group: WordingFound = { bank, wording, ...none }
    this.#found.wordings.push(group)
    return group
  }
}

const sameEnd = (a: string, b: string): boolean => {
  const digits = Math.min(a.length, b.length)
  return a.slice(-digits) === b.slice(-digits)
}

/** Returns what an operator may send us of a mail: who signed, its month, and its words with everything personal masked. */
const sampleOf = ({ fromDomain, isSigned, subject, texts, sent }: OwnMail, wording: string | null): string =>
  [
    `From: ${fromDomain}`,
    `Signed: ${isSigned ? 'by that domain (not checked)' : 'no'}`,
    `Month: ${sent?.toISOString().slice(0, 7) ?? 'unknown'}`,
    `Wording: ${wording ?? 'unknown'}`,
    `Subject: ${redactMail(subject)}`,
    '',
    redactMail(texts[0] ?? ''),
  ].join('\n')
