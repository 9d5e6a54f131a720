import { decideDayOrder, looksLikeDay, readAmount, readDay, readMark, type DayOrder } from './bank-statement-cells.ts'
import { guessMapping, type BankField, type BankMapping, type BankTable } from './bank-statement-head.ts'
import { utrsIn } from './bank-statement-utr.ts'
import type { SheetRow } from '#platform/text/csv.ts'
import type { Paise } from '#shop/prices/money.ts'

interface BalanceStep {
  row: number
  day: string
  /** Paise, negative for money out; 0 for a row that only states a balance. */
  moved: Paise
  balance: Paise | null
}

interface BalanceBreak {
  row: number
  before: Paise
  moved: Paise
  balance: Paise
}

/** Returns rows whose balances do not add up, in the row order that fits more of them. Skips the oldest row. */
function balanceBreaks(steps: readonly BalanceStep[]): BalanceBreak[] {
  return breaksOf(isNewestFirst(steps) ? steps.toReversed() : steps)
}

/** Decides the row order from the balances or, where both orders fit, from the days. */
function isNewestFirst(steps: readonly BalanceStep[]): boolean {
  const more = breaksOf(steps).length - breaksOf(steps.toReversed()).length
  return more === 0 ? (steps[0]?.day ?? '') > (steps.at(-1)?.day ?? '') : more > 0
}

/** Expects the oldest row first. */
const breaksOf = (steps: readonly BalanceStep[]): BalanceBreak[] =>
  steps.flatMap(({ row, moved, balance }, at) => {
    const before = steps[at - 1]?.balance ?? null
    return before === null || balance === null || before + moved === balance ? [] : [{ row, before, moved, balance }]
  })

/** Rules: docs/decisions/0001-bank-statement.md. Doubtful rows are named: a wrong credit would prove a payment. */

export interface BankCredit {
  /** 'YYYY-MM-DD', the bank's booking day. */
  day: string
  amount: Paise
  narration: string
  utrs: string[]
  balance: Paise | null
  /** 1, 2, … oldest first, among credits of equal day, amount and balance (narration where there is no balance). */
  occurrence: number
}

/** `cells`: more or fewer than the head has; `head`: below another table's head; `balance`: does not add up. */
export type Unreadable = { row: number; text: string } & (
  { why: 'date' | 'amount' | 'cells' | 'head' | 'quotes' } | ({ why: 'balance' } & BalanceBreak)
)

export interface BankStatement {
  credits: BankCredit[]
  debits: number
  unreadable: Unreadable[]
  from: string | null
  to: string | null
  /** All amounts are in one column without marks or signs, so their direction is unknown. */
  unmarked: boolean
}

interface Movement extends BalanceStep {
  source: SheetRow
  cell: (field: BankField) => string
}

export function dayOrderOf(table: BankTable, mapping: BankMapping): DayOrder | null {
  return decideDayOrder(table.rows.map(({ cells }) => cells[mapping.date ?? -1] ?? ''))
}

/** Reads every row by the mapping. Skips rows below the table (totals, a summary, notes). */
export function readBankRows(
  table: BankTable,
  mapping: BankMapping,
  order: DayOrder = dayOrderOf(table, mapping) ?? 'day-first',
): BankStatement {
  const markOf = marksOf(table, mapping, order)
  const unreadable: Unreadable[] = []
  // Rows without a gap between them: balances are added up within a run only.
  const runs: Movement[][] = [[]]
  let below: Below = 'table'
  for (const source of table.rows) {
    below = belowAfter(source, table.head, below)
    const found = readRow(source, table.head, mapping, order, below, markOf)
    if (found === null) continue
    if (typeof found !== 'string') runs.at(-1)!.push(found)
    else {
      unreadable.push({ row: source.row, text: textOf(source), why: found })
      runs.push([])
    }
  }
  const breaks = new Map(runs.flatMap(balanceBreaks).map((one) => [one.row, one]))
  const moving = runs.flat().filter(({ moved }) => moved !== 0)
  for (const { row, source } of moving) {
    const found = breaks.get(row)
    if (found) unreadable.push({ ...found, text: textOf(source), why: 'balance' })
  }
  const read = moving.filter(({ row }) => !breaks.has(row))
  const days = read.map(({ day }) => day).sort()
  return {
    credits: creditsOf(
      read.filter(({ moved }) => moved > 0),
      isNewestFirst(runs.flat()),
      table.report !== null,
    ),
    debits: read.filter(({ moved }) => moved < 0).length,
    unreadable: unreadable.sort((a, b) => a.row - b.row),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    unmarked:
      mapping.credit === null &&
      moving.length > 0 &&
      moving.every(({ cell }) => /^[^+-]*$/.test(cell('amount')) && typeof markOf(cell) !== 'string'),
  }
}

/** The direction of an amount; null when its mark is missing, undefined when the file has no marks. */
type MarkOf = (cell: (field: BankField) => string) => 'in' | 'out' | null | undefined

/** Reads marks from their column, else from letters after the amount. Ignores a column without marks ('UPI', 'NEFT'),
 * and single letters unless the whole column is marks: beside T, C means cash. */
function marksOf(table: BankTable, mapping: BankMapping, order: DayOrder): MarkOf {
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

type Below = 'table' | 'notes' | 'other table'

function belowAfter({ cells }: SheetRow, head: readonly string[], before: Below): Below {
  const names = trimmed(cells)
  const said = names.filter((name) => name !== '')
  if (said.join('|') === head.filter((name) => name !== '').join('|')) return 'table'
  if (/summary/i.test(said[0] ?? '')) return 'notes'
  if (said.length < 3 || said.some((name) => /\d/.test(name))) return before
  return guessMapping(names) === null ? 'notes' : 'other table'
}

/** Returns null for a head, a total or a continued narration, and the reason for a row that cannot be read. */
function readRow(
  source: SheetRow,
  head: readonly string[],
  mapping: BankMapping,
  order: DayOrder,
  below: Below,
  markOf: MarkOf,
): Movement | Exclude<Unreadable['why'], 'balance'> | null {
  const cell = (field: BankField): string => (source.cells[mapping[field] ?? -1] ?? '').trim()
  const date = cell('date')
  const day = readDay(date, order)
  const moves = /\d/.test(cell('credit') + cell('debit') + cell('amount'))
  if (day === null) {
    const meant = /\d/.test(date) ? looksLikeDay(date) || below === 'table' : date === '' && isUndated(cell, below)
    if (!moves || !meant) return null
  }
  if (source.broken === true) return 'quotes'
  const width = trimmed(source.cells).length
  // Cells that the head names may be missing at the end of a row; cells beyond them must be empty.
  if (width > head.length || (moves && source.cells.length < trimmed(head).length)) return 'cells'
  if (below === 'other table' && moves) return 'head'
  if (day === null) return 'date'
  const balance = readAmount(cell('balance'))
  const moved = moves ? movedIn(cell, markOf) : 0
  return moved === null ? 'amount' : { row: source.row, day, moved, balance, source, cell }
}

/** Some banks date only the first row of a day. Totals and balances carried forward have no date either. */
const isUndated = (cell: (field: BankField) => string, below: Below): boolean =>
  below === 'table' &&
  cell('narration') !== '' &&
  !/total|balance|summary|opening|closing|brought|carried|\b[bc]\/?f\b/i.test(cell('narration'))

/** Paise, negative for money out; null when the row does not say. */
function movedIn(cell: (field: BankField) => string, markOf: MarkOf): Paise | null {
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

/** A report has its UTR in a column: twelve digits elsewhere in its rows are an order's or the payer's. */
function creditsOf(rows: readonly Movement[], newestFirst: boolean, isReport: boolean): BankCredit[] {
  const seen = new Map<string, number>()
  const credits = (newestFirst ? rows.toReversed() : rows).map(({ day, moved: amount, balance, cell }) => {
    const reference = cell('reference')
    const text = cell('narration').replace(/\s+/g, ' ')
    const narration = [text, text.includes(reference) ? '' : reference].filter(Boolean).join(' · ')
    const alike = JSON.stringify([day, amount, balance ?? narration.toUpperCase()])
    const occurrence = (seen.get(alike) ?? 0) + 1
    seen.set(alike, occurrence)
    return { day, amount, narration, utrs: utrsIn(isReport ? '' : cell('narration'), reference), balance, occurrence }
  })
  return newestFirst ? credits.reverse() : credits
}

const textOf = ({ cells }: SheetRow): string => cells.join(' ').replace(/\s+/g, ' ').trim()

/** Drops empty cells at the end, which trailing separators make. */
function trimmed(cells: readonly string[]): string[] {
  const plain = cells.map((cell) => cell.trim())
  return plain.slice(0, plain.findLastIndex((cell) => cell !== '') + 1)
}
