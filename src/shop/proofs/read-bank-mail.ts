import { type Paise, toPaise } from '#shop/prices/money.ts'
import type { BankMailTemplate } from './bank-mail-templates.ts'
import type { MailRefusal } from './proof.ts'
import { aroundSentence, hasLookAlikes, namesForeignMoney, refusalIn } from './mail-words.ts'
import { dayKey, fromIst } from '#platform/time/ist.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const pad = (number: number): string => String(number).padStart(2, '0')

/** '05-12-26', '05/12/2026' or '5-Dec-26' → '2026-12-05'; null for what is no day. Indian banks write the day first. */
function readMailDay(text: string): string | null {
  const parts = /^(\d{1,2})([-/\s])(\d{1,2}|[a-z]{3})\2(\d{2}|\d{4})$/i.exec(text)
  if (!parts) return null
  const named = MONTHS.indexOf((parts[3] ?? '').toLowerCase()) + 1
  const month = named > 0 ? named : Number(parts[3])
  const year = Number(parts[4]) < 100 ? 2000 + Number(parts[4]) : Number(parts[4])
  const day = `${year}-${pad(month)}-${pad(Number(parts[1]))}`
  return existing(day, '00:00') === null ? null : day
}

function existing(day: string, time: string): string | null {
  try {
    return fromIst(day, time)
  } catch {
    return null
  }
}

/** Allows clocks that differ and a mail sent a moment after its credit's minute began. */
const CLOCKS_DIFFER_MS = 10 * 60_000

/**
 * Returns when the money came: the instant of day and time (IST) or, where the bank tells the day alone, the mail's own
 * date on the same Indian day and the end of the day before. ISO; null when it is after the mail, or the mail's day does
 * not follow from it.
 */
function creditedAt(day: string, time: string | undefined, sent: Date): string | null {
  if (time !== undefined) {
    const [hour = '', minute = ''] = time.split(':')
    const at = existing(day, `${hour.padStart(2, '0')}:${minute}`)
    return at !== null && Date.parse(at) <= sent.getTime() + CLOCKS_DIFFER_MS ? at : null
  }
  if (day === dayKey(sent)) return sent.toISOString()
  return day === dayKey(sent.getTime() - 86_400_000) ? fromIst(day, '23:59') : null
}

const GROUPED = /^(?:\d{1,12}|\d{1,3}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/
/** Above every payment that UPI or IMPS carries: a longer number is not an amount. */
const MAX_PAISE: Paise = 10_00_000_00

/** Reads `1800`, `1800.00`, `1,79,308.52` or `179,308.52` in rupees; null for everything else, 0 and above ₹10,00,000. */
function readMailAmount(text: string): Paise | null {
  if (!GROUPED.test(text)) return null
  const paise = toPaise(text.replaceAll(',', ''))
  return paise > 0 && paise <= MAX_PAISE ? paise : null
}

/**
 * An order's code (shop/orders/order.ts) in a payer's note: eight signs, after MF or alone, with letters between digits
 * or three at the end. One code in 3,000 would look like money, 'RS768S42' or 'RS7JAHXX'; 'RS999999', 'RS9999CR'
 * and '12345GBP' are money.
 */
const NOTE_CODE = /\b(?:MF)?(?=[0-9A-Z]*\d[A-Z]+\d|[A-Z]+\d+[A-Z]{3,}\b)[0-9A-HJKMNP-TV-Z]{8}\b/gi

/** Returns true for a note that has what may be an order's code: the database knows which is one. */
export const hasOrderCode = (note: string): boolean => note.search(NOTE_CODE) !== -1

/** Leaves out orders' codes, before a text is searched for money. */
const withoutCodes = (text: string): string => text.replace(NOTE_CODE, ' ')

const RUPEES = /(?:\bRs\.?|\bINR\.?|₹)\s*([\d,.]{0,15}\d)/gi
/** Words before the amount of a balance or limit, which is no second credit; a table's label has it in the next line. */
const BALANCE = /(?:\b(?:bal(?:ance)?|limit)\b|शेष)\.?(?:[^.\n]{0,80}|[^.\n\d]{0,24}\n)$/i
/** Words before the amount of an offer. */
const OFFER = /\b(?:up ?to|starting (?:at|from)|worth|minimum|maximum)(?: of)? ?$/i
const LABEL_WINDOW = 120

/** Returns every different amount in rupees that a text names, balances, limits and offers left out; null for one that
 * cannot be read. */
function amountsIn(text: string): Set<Paise | null> {
  const found = new Set<Paise | null>()
  let end = 0
  for (const match of text.matchAll(RUPEES)) {
    // A label is of the first amount after it.
    const before = text.slice(Math.max(end, match.index - LABEL_WINDOW), match.index)
    if (!BALANCE.test(before) && !OFFER.test(before)) found.add(readMailAmount(match[1] ?? ''))
    end = match.index + match[0].length
  }
  return found
}

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
  if (hasLookAlikes(`${subject}\n${text}`)) return { refused: 'look-alike' }
  const fitting = templates.flatMap((template) =>
    [...text.matchAll(template.sentence)].map((match) => ({ template, match })),
  )
  const [first, ...others] = fitting
  const near = (...leftOut: ('name' | 'note')[]): string =>
    `${subject}\n${first ? aroundSentence(text, first.match, leftOut) : text}`
  const said = refusalIn(near('name', 'note'))
  if (said) return { refused: said }
  if (namesForeignMoney(withoutCodes(near('name')))) return { refused: 'currency' }
  if (CUT.test(text)) return { refused: 'truncated' }
  if (!first) return { refused: 'unknown' }
  if (others.length > 0 || isRepeated(first.template, text)) return { refused: 'repeated' }
  const groups = first.match.groups ?? {}
  const amountPaise = readMailAmount(groups.amount ?? '')
  if (amountPaise === null) return { refused: 'amount' }
  if (amountsIn(withoutCodes(near())).size !== 1) return { refused: 'two-amounts' }
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

/** Where a mail program or a bank cut the text. */
const CUT = /(?:\.{3}|…)$|\[(?:message clipped|truncated)\]|view entire message/i

const isRepeated = ({ once }: BankMailTemplate, text: string): boolean => {
  const seen = [...text.matchAll(once)].map(([words]) => words.replace(/\s+/g, ' ').toLowerCase())
  return new Set(seen).size !== seen.length
}

/** Returns the last digits of the account that a mail shows; null where no template reads it. */
export function shownAccount(text: string, templates: readonly BankMailTemplate[]): string | null {
  const [match] = templates.flatMap(({ sentence }) => [...plain(text).matchAll(sentence)])
  return /\d+$/.exec(match?.groups?.account ?? '')?.[0] ?? null
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
