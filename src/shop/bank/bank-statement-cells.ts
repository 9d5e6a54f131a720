import type { BankField, BankMapping, BankTable } from './bank-statement-head.ts'
import type { Paise } from '#shop/prices/money.ts'

/** Reads '1,25,000.50', '₹ 500', '500.00 Cr', '500.00(Dr)', '(500.00)' as paise, negative for money out; else null. */
export function readAmount(text: string): Paise | null {
  const found =
    /^(\()?\s*([+-])?\s*(?:₹|rs\.?|inr)?\s*([+-])?\s*(\d[\d,]*|\d*)(?:\.(\d{1,2})0*)?\s*(?:(cr|dr)\.?)?\s*(\))?$/i.exec(
      text
        .replace(/[\s\u00a0]+/g, ' ')
        .replace(/\(\s*([cd]r)\.?\s*\)$/i, ' $1')
        .trim(),
    )
  if (!found) return null
  const [, open, sign, secondSign, whole = '', part = '', mark, close] = found
  if ((whole === '' && part === '') || (open === undefined) !== (close === undefined)) return null
  if (!/^\d*$|^\d{1,3}(,\d{2,3})*,\d{3}$/.test(whole)) return null
  const paise = Number(whole.replaceAll(',', '') || '0') * 100 + Number(part.padEnd(2, '0') || '0')
  if (!Number.isSafeInteger(paise)) return null
  const out = open !== undefined || sign === '-' || secondSign === '-' || mark?.toLowerCase() === 'dr'
  return out && paise !== 0 ? -paise : paise
}

function readMark(text: string): 'in' | 'out' | null {
  const mark = text.trim().toLowerCase()
  if (/^(cr?\b|credit|deposit|\+)/.test(mark)) return 'in'
  return /^(dr?\b|debit|w\b|withdraw|-)/.test(mark) ? 'out' : null
}

/** How to read '11/3/2026': India writes the day first, a spreadsheet set to the USA the month. */
export type DayOrder = 'day-first' | 'month-first'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = /[,\s]+\d{1,2}:\d{2}(:\d{2})?(\s*[ap]m)?$/i
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/

const withoutTime = (text: string): string => text.trim().replace(TIME, '')

/** Reads '05/12/2026', '5-12-26', '05-Dec-26', '5 Dec 2026', '2026-12-05', with or without a time, as '2026-12-05'. */
export function readDay(text: string, order: DayOrder = 'day-first'): string | null {
  const clean = withoutTime(text)
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?$/.exec(clean)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const named = /^(\d{1,2})[-/.\s]*([a-z]{3,9})[-/.,\s]*(\d{4}|\d{2})$/i.exec(clean)
  if (named) return dayOf(year(named[3]!), months.indexOf(named[2]!.slice(0, 3).toLowerCase()) + 1, Number(named[1]))
  const numbers = NUMBERS.exec(clean)
  if (!numbers) return null
  const [day, month] = order === 'day-first' ? [numbers[1], numbers[2]] : [numbers[2], numbers[1]]
  return dayOf(year(numbers[3]!), Number(month), Number(day))
}

/** True for text in the form of a date, even if that day does not exist. */
export const looksLikeDay = (text: string): boolean =>
  /^\d{1,4}[-/.\s]\s*(\d{1,2}|[a-z]{3,9})[-/.,\s]\s*\d{1,4}$|^\d{1,2}[a-z]{3,9}\d{2,4}$|^20\d{6}$/i.test(
    withoutTime(text),
  )

/** Decides by a number above 12, else by the one order that sorts the rows, else by two digits everywhere, which is how
 * Indian banks write ('05/12/2026'). Null when the dates are ambiguous or contradict each other. */
export function decideDayOrder(cells: readonly string[]): DayOrder | null {
  const dates = cells.flatMap((cell) => {
    const found = NUMBERS.exec(withoutTime(cell))
    return found ? [{ cell, first: found[1]!, second: found[2]! }] : []
  })
  const firstTells = dates.some(({ first }) => Number(first) > 12)
  const secondTells = dates.some(({ second }) => Number(second) > 12)
  if (firstTells || secondTells) return firstTells && secondTells ? null : firstTells ? 'day-first' : 'month-first'
  if (dates.every(({ first, second }) => first === second)) return 'day-first'
  const inOrder = (order: DayOrder): boolean => {
    const days = dates.map(({ cell }) => readDay(cell, order) ?? '')
    const follow = (fits: (before: string, day: string) => boolean): boolean =>
      days.every((day, at) => at === 0 || fits(days[at - 1]!, day))
    return follow((before, day) => before <= day) || follow((before, day) => before >= day)
  }
  const orders = (['day-first', 'month-first'] as const).filter(inOrder)
  if (orders.length === 1) return orders[0]!
  return dates.every(({ first, second }) => first.length === 2 && second.length === 2) ? 'day-first' : null
}

const year = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

function dayOf(y: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(y, month - 1, day))
  const exists = y >= 2000 && y < 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

/** The direction of an amount; null when its mark is missing, undefined when the file has no marks. */
export type MarkOf = (cell: (field: BankField) => string) => 'in' | 'out' | null | undefined

/** Reads marks from their column, else from letters after the amount. Ignores a column without marks ('UPI', 'NEFT'),
 * and single letters unless the whole column is marks: beside T, C means cash. */
export function marksOf(table: BankTable, mapping: BankMapping, order: DayOrder): MarkOf {
  const said = table.rows
    .filter(({ cells }) => readDay(cells[mapping.date ?? -1] ?? '', order) !== null)
    .map(({ cells }) => (cells[mapping.mark ?? -1] ?? '').trim())
    .filter((text) => text !== '')
  const marks = said.filter((text) => readMark(text) !== null)
  return (cell) => {
    const behind = readMark(/[cd]r(?=\W*$)/i.exec(cell('amount'))?.[0] ?? '')
    const mark = marks.length === 0 ? '' : cell('mark')
    if (mark === '') return behind ?? (marks.length === 0 ? undefined : null)
    return marks.length < said.length && mark.length === 1 ? null : readMark(mark)
  }
}

/** Returns paise, negative for money out; null when the row does not say. */
export function movedIn(cell: (field: BankField) => string, markOf: MarkOf): Paise | null {
  const sums = (['credit', 'debit', 'amount'] as const).map((field) => ({ said: /\d/.test(cell(field)), sum: readAmount(cell(field)) })) // prettier-ignore
  if (sums.some(({ said, sum }) => said && sum === null)) return null
  const [credit, debit, amount] = sums.map(({ sum }) => sum ?? 0) as [Paise, Paise, Paise]
  if (credit !== 0 && debit !== 0) return null
  if (credit !== 0) return credit
  if (debit !== 0) return -Math.abs(debit)
  if (amount === 0) return 0
  const mark = markOf(cell)
  if (mark === 'in' || mark === 'out') return mark === 'in' ? Math.abs(amount) : -Math.abs(amount)
  return mark === undefined || amount < 0 ? amount : null
}

/** Returns a transfer's twelve-digit UTR, or none where two are possible: the payer writes part of the narration, and a
 * number that the payer wrote proves nothing. NEFT and RTGS references have letters: their numbers are the payer's. */
export function utrsIn(narration: string, reference = ''): string[] {
  const referred = candidates(reference)
  if (referred.length === 1) return referred
  const text = narration.trim()
  if (OTHER_TRANSFER.test(text)) return []
  const placed = PLACED.exec(text)?.[1]
  if (placed !== undefined && !ONE_DIGIT.test(placed)) return [placed]
  const found = candidates(text)
  return found.length === 1 ? found : []
}

/** Returns references of NEFT and RTGS. They prove no credit; the shop's own refund may have been sent with one. */
export const otherReferencesIn = (narration: string): string[] =>
  narration.match(/\b(?=[A-Z0-9]*[A-Z])(?=(?:[A-Z]*\d){8})[A-Z0-9]{12,22}\b/gi) ?? []

/** No word or payment address may follow the digits; banks break addresses at line ends. */
const END = String.raw`(?![\p{L}\p{N}])(?![\w.-]*\s*@)`
/** The bank's own words before anything that a payer can choose. */
const BY_THE_BANK = String.raw`^(?:(?:by transfer|dep tfr|mmt|recd|received|cr)\b[-/: ]*)?`
const PLACED = new RegExp(
  String.raw`${BY_THE_BANK}(?:upi(?:ab| ?in)?/|imps(?:[- ]in)?[-/])(?:(?:cr|p2a|p2m|p2p|in|rrn|ref)[-/])*0*(\d{12})${END}`,
  'iu',
)
/** HDFC pads a UTR with zeros to sixteen digits. */
const CANDIDATE = new RegExp(String.raw`(?<![\p{L}\p{N}@+])0*(\d{12})${END}`, 'gu')
const OTHER_TRANSFER = new RegExp(String.raw`${BY_THE_BANK}(?:neft|rtgs)\b`, 'iu')
const ONE_DIGIT = /^(\d)\1+$/

const candidates = (text: string): string[] => {
  const found = [...text.matchAll(CANDIDATE)].map(([, utr]) => utr!)
  return [...new Set(found.filter((utr) => !ONE_DIGIT.test(utr)))]
}

export interface BalanceStep {
  row: number
  day: string
  /** Paise, negative for money out; 0 for a row that only states a balance. */
  moved: Paise
  balance: Paise | null
}

export interface BalanceBreak {
  row: number
  before: Paise
  moved: Paise
  balance: Paise
}

/** Returns rows whose balances do not add up, in the row order that fits more of them. Skips the oldest row. */
export function balanceBreaks(steps: readonly BalanceStep[]): BalanceBreak[] {
  return breaksOf(isNewestFirst(steps) ? steps.toReversed() : steps)
}

/** Decides the row order from the balances or, where both orders fit, from the days. */
export function isNewestFirst(steps: readonly BalanceStep[]): boolean {
  const more = breaksOf(steps).length - breaksOf(steps.toReversed()).length
  return more === 0 ? (steps[0]?.day ?? '') > (steps.at(-1)?.day ?? '') : more > 0
}

/** Expects the oldest row first. */
const breaksOf = (steps: readonly BalanceStep[]): BalanceBreak[] =>
  steps.flatMap(({ row, moved, balance }, at) => {
    const before = steps[at - 1]?.balance ?? null
    return before === null || balance === null || before + moved === balance ? [] : [{ row, before, moved, balance }]
  })
