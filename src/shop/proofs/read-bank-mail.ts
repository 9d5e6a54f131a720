import type { Paise } from '#shop/prices/money.ts'
import type { BankMailTemplate } from './bank-mail-templates.ts'
import { amountsIn, namesForeignMoney, readMailAmount, withoutCodes } from './mail-amount.ts'
import { creditedAt, readMailDay } from './mail-day.ts'
import type { MailRefusal } from './mail-refusals.ts'

export interface BankMail {
  subject: string
  /** Plain text; what was HTML is turned into text before. */
  text: string
  /** The mail's own Date. */
  sent: Date
}

export interface MailCredit {
  template: string
  bank: string
  amountPaise: Paise
  creditedAt: string
  utr: string | null
  payerVpa: string | null
  note: string | null
}

export type MailReading = { credit: MailCredit } | { refused: MailRefusal }

/** Longer text is no alert of a bank. */
const MAX_TEXT_LENGTH = 60_000
const MAX_NOTE_LENGTH = 500

/**
 * Reads the credit that a bank's mail tells about, by the templates of the bank that signed it. Whatever could be read in
 * two ways, or is about money that did not come, is refused. `account`: the shop's last digits.
 */
export function readBankMail(mail: BankMail, templates: readonly BankMailTemplate[], account: string): MailReading {
  if (mail.text.length > MAX_TEXT_LENGTH) return { refused: 'unknown' }
  const text = plain(mail.text)
  const subject = plain(mail.subject)
  const whole = `${subject}\n${text}`
  if (hasLookAlikes(whole)) return { refused: 'look-alike' }
  const said = REFUSED_WORDS.find(([, words]) => words.test(whole))
  if (said) return { refused: said[0] }
  const money = withoutCodes(whole)
  if (namesForeignMoney(money)) return { refused: 'currency' }
  if (CUT.test(text)) return { refused: 'truncated' }
  const fitting = templates.flatMap((template) =>
    [...text.matchAll(template.sentence)].map((match) => ({ template, match })),
  )
  const [first, ...others] = fitting
  if (!first) return { refused: 'unknown' }
  if (others.length > 0 || isRepeated(first.template, text)) return { refused: 'repeated' }
  const groups = first.match.groups ?? {}
  const amountPaise = readMailAmount(groups.amount ?? '')
  if (amountPaise === null) return { refused: 'amount' }
  if (amountsIn(money).size !== 1) return { refused: 'two-amounts' }
  if (!isAccount(groups.account ?? '', account)) return { refused: 'account' }
  const day = readMailDay(groups.day ?? '')
  const at = day === null ? null : creditedAt(day, groups.time, mail.sent)
  if (at === null) return { refused: 'date' }
  const { id, bank } = first.template
  const note = groups.note?.trim().slice(0, MAX_NOTE_LENGTH)
  return {
    credit: {
      template: id,
      bank,
      amountPaise,
      creditedAt: at,
      utr: readUtr(groups.utr),
      payerVpa: groups.vpa?.toLowerCase() ?? null,
      note: note === undefined || note === '' ? null : note,
    },
  }
}

/** Removes signs without a width, which banks put between digits, and white space at the ends of lines; keeps the lines. */
const plain = (text: string): string =>
  text
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')

/** Digits of other scripts, letters of scripts that look like Latin ones, styled letters and signs that turn the text. */
const LOOK_ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\uff01-\uff5e\u2102-\u2115\u2118-\u211d\u2124-\u2139\u{1d400}-\u{1d7ff}\u202a-\u202e\u2066-\u2069ıſƖǀ]/u

const hasLookAlikes = (text: string): boolean => LOOK_ALIKE.test(text) || /(?![0-9])\p{Nd}/u.test(text)

const REFUSED_WORDS: readonly [MailRefusal, RegExp][] = [
  [
    'failed',
    /\b(?:fail(?:ed|ure|s)?|unsuccessful|declined|rejected|not (?:been )?(?:credited|successful|completed)|could not be)\b/i,
  ],
  ['reversed', /\b(?:revers(?:ed|al|e)|returned|charge-?back|charged back|cancelled|on hold|lien)\b/i],
  [
    'not-yet',
    /\b(?:(?:will|would|shall|may|to|yet to) be (?:\w+ )?credited|is being credited|pending|in progress|under process|has been initiated|scheduled)\b/i,
  ],
  ['requested', /\b(?:requested|collect request|payment request|request (?:for|to) pay|is requesting)\b/i],
  ['debited', /\b(?:debited|has a debit|withdrawn)\b/i],
]

/** Where a mail program or a bank cut the text. */
const CUT = /(?:\.{3}|…)$|\[(?:message clipped|truncated)\]|view entire message/i

const isRepeated = ({ once }: BankMailTemplate, text: string): boolean => {
  const seen = [...text.matchAll(once)].map(([words]) => words.replace(/\s+/g, ' ').toLowerCase())
  return new Set(seen).size !== seen.length
}

/** Fewer shown digits than these could be anybody's account. */
const MIN_ACCOUNT_DIGITS = 3

/** True when the end that the mail shows and the registered end agree, as far as both go. */
function isAccount(mask: string, account: string): boolean {
  const shown = /\d+$/.exec(mask)?.[0] ?? ''
  const digits = Math.min(shown.length, account.length)
  return digits >= MIN_ACCOUNT_DIGITS && shown.slice(-digits) === account.slice(-digits)
}

/** Twelve digits that are not all the same. */
const readUtr = (digits: string | undefined): string | null =>
  digits !== undefined && /^(\d)(?!\1{11})\d{11}$/.test(digits) ? digits : null
