import {
  balanceBreaks,
  isNewestFirst,
  type BalanceBreak,
  type BalanceStep,
  decideDayOrder,
  looksLikeDay,
  marksOf,
  movedIn,
  otherReferencesIn,
  readAmount,
  readDay,
  type DayOrder,
  type MarkOf,
  utrsIn,
} from './bank-statement-cells.ts'
import { guessMapping, type BankField, type BankMapping, type BankTable } from './bank-statement-head.ts'
import { currencyIn, foreignIn, isRefundName, saysNothing, stateOf } from './bank-statement-states.ts'
import type { SheetRow } from '#platform/text/csv.ts'
import type { Paise } from '#shop/prices/money.ts'

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
  /** How it ended, in the file's own word; '' in a file without a column of states. */
  state: string
}

/** How many rows of a file have a word in its column of states, and whether they count as money that moved. */
export interface StateCount {
  text: string
  rows: number
  counts: boolean
}

/**
 * `cells`: more or fewer than the head has; `head`: below another table's head; `balance`: does not add up; `state`: an
 * unknown word; `currency`: no rupees; `refund`: some of it went back. `said`: what the cell has.
 */
export type Unreadable = { row: number; text: string } & (
  | { why: 'date' | 'amount' | 'cells' | 'head' | 'quotes' }
  | { why: 'state' | 'currency' | 'refund'; said: string }
  | ({ why: 'balance' } & BalanceBreak)
)

export interface BankStatement {
  credits: BankCredit[]
  debits: number
  /** Debits that may take a credit back or have paid a refund, amounts as positive as a credit's: the database decides which did. */
  takenBack: BankCredit[]
  /** What the column of states says, in the order of the file; empty without one. */
  states: StateCount[]
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
    if (typeof found !== 'string' && 'moved' in found) runs.at(-1)!.push(found)
    else {
      const why = typeof found === 'string' ? { why: found } : found
      unreadable.push({ row: source.row, text: textOf(source), ...why })
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
  const rowsOf = (rows: readonly Movement[]) =>
    creditsOf(
      rows,
      isNewestFirst(runs.flat()),
      mapping.reference !== null && (table.report !== null || mapping.state !== null),
    )
  return {
    credits: rowsOf(read.filter(({ moved }) => moved > 0)),
    takenBack: takenBackIn(rowsOf(read.filter(({ moved }) => moved < 0))),
    states: statesOf(runs.flat()),
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
): Movement | 'date' | 'amount' | 'cells' | 'head' | 'quotes' | Unknown | null {
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
  if (moved === null) return 'amount'
  const unknown = moved === 0 ? null : unknownIn(source, head, mapping, cell, moved > 0)
  if (unknown) return unknown
  const state = mapping.state === null ? 'in' : stateOf(cell('state'))
  const ended = moved === 0 || state === 'none' ? 0 : state === 'out' ? -Math.abs(moved) : moved
  return { row: source.row, day, moved: ended, balance, source, cell }
}

interface Unknown {
  why: 'state' | 'currency' | 'refund'
  said: string
}

/** Says what keeps a row with an amount from being rupees that came and stayed; null for nothing. */
function unknownIn(
  { cells }: SheetRow,
  head: readonly string[],
  mapping: BankMapping,
  cell: (field: BankField) => string,
  came: boolean,
): Unknown | null {
  if (mapping.state !== null && stateOf(cell('state')) === null) return { why: 'state', said: cell('state') }
  const foreign =
    foreignIn(cell('currency')) ??
    foreignIn(currencyIn([mapping.credit, mapping.debit, mapping.amount].map((at) => head[at ?? -1] ?? '').join(' ')))
  if (foreign !== null) return { why: 'currency', said: foreign }
  if (!came || stateOf(cell('state')) === 'none') return null
  if (stateOf(cell('mark')) === 'none') return { why: 'refund', said: cell('mark') }
  const used = Object.values(mapping)
  const back = head.findIndex((name, at) => !used.includes(at) && isRefundName(name) && !saysNothing(cells[at] ?? ''))
  return back < 0 ? null : { why: 'refund', said: cells[back]!.trim() }
}

/** Counts the words of states of the rows that were read and have an amount. */
function statesOf(rows: readonly Movement[]): StateCount[] {
  const counted = new Map<string, StateCount>()
  for (const { cell } of rows) {
    const text = cell('state')
    if (text === '' || !/[1-9]/.test(cell('credit') + cell('debit') + cell('amount'))) continue
    const before = counted.get(text) ?? { text, rows: 0, counts: stateOf(text) !== 'none' }
    counted.set(text, { ...before, rows: before.rows + 1 })
  }
  return [...counted.values()]
}

/** Some banks date only the first row of a day. Totals and balances carried forward have no date either. */
const isUndated = (cell: (field: BankField) => string, below: Below): boolean =>
  below === 'table' &&
  cell('narration') !== '' &&
  !/total|balance|summary|opening|closing|brought|carried|\b[bc]\/?f\b/i.test(cell('narration'))

/** A report with a column for its UTR has it there: twelve digits elsewhere are an order's or the payer's. */
function creditsOf(rows: readonly Movement[], newestFirst: boolean, inColumn: boolean): BankCredit[] {
  const seen = new Map<string, number>()
  const credits = (newestFirst ? rows.toReversed() : rows).map(({ day, moved: amount, balance, cell }) => {
    const reference = cell('reference')
    const text = cell('narration').replace(/\s+/g, ' ')
    const narration = [text, text.includes(reference) ? '' : reference].filter(Boolean).join(' · ')
    const alike = JSON.stringify([day, amount, balance ?? narration.toUpperCase()])
    const occurrence = (seen.get(alike) ?? 0) + 1
    seen.set(alike, occurrence)
    const utrs = utrsIn(inColumn ? '' : cell('narration'), reference)
    return { day, amount, narration, utrs, balance, occurrence, state: cell('state') }
  })
  return newestFirst ? credits.reverse() : credits
}

/** Wider than the database's own words for it: what is another debit is not stored there. */
const MAY_BE_REVERSAL = /(^|[^a-z])(rev|ret|rtn|charge ?back)/i

/** Keeps debits with a reference or such words; of the words of the others, which are the shop's affair, only the references. */
const takenBackIn = (debits: readonly BankCredit[]): BankCredit[] =>
  debits.flatMap((debit) => {
    const says = MAY_BE_REVERSAL.test(debit.narration)
    const references = debit.utrs.length > 0 ? debit.utrs : otherReferencesIn(debit.narration)
    if (!says && references.length === 0) return []
    return [{ ...debit, amount: -debit.amount, narration: says ? debit.narration : references.join(' ') }]
  })

const textOf = ({ cells }: SheetRow): string => cells.join(' ').replace(/\s+/g, ' ').trim()

/** Drops empty cells at the end, which trailing separators make. */
function trimmed(cells: readonly string[]): string[] {
  const plain = cells.map((cell) => cell.trim())
  return plain.slice(0, plain.findLastIndex((cell) => cell !== '') + 1)
}
