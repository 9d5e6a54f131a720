import type { SheetRow } from '#platform/text/csv.ts'
import { isRefundName, isStateName, stateOf } from './bank-statement-states.ts'
import { reportHead, reportOf, reportRows, unreadColumns } from './payment-report-table.ts'

/** Meanings of a column. `credit`, or `amount` with `mark`, says what came in; `state`, whether it did. */
export const bankFields = [
  'date',
  'narration',
  'reference',
  'credit',
  'debit',
  'amount',
  'mark',
  'balance',
  'state',
  'currency',
] as const
export type BankField = (typeof bankFields)[number]

export type BankMapping = Record<BankField, number | null>

export const noMapping: BankMapping = {
  date: null,
  narration: null,
  reference: null,
  credit: null,
  debit: null,
  amount: null,
  mark: null,
  balance: null,
  state: null,
  currency: null,
}

export interface BankTable {
  head: string[]
  /** Rows below the head, numbered as a spreadsheet numbers them. */
  rows: SheetRow[]
  /** Row number of a quote that is never closed (the rows below it are lost); null without one. */
  openQuote: number | null
  /** Name of the payment app's report that the rows were made from; null for a bank's statement. */
  report: string | null
  /** Columns of that report that say nothing to its preset. */
  unread: readonly string[]
}

const isIn = (name: string): boolean => /credit|deposit|\bcr(?=\b|am(oun)?t)|paid in|money in/.test(name)
const isOut = (name: string): boolean => /debit|withdraw|\bdr(?=\b|am(oun)?t)|paid out|money out/.test(name)

const DIRECTIONS = /^(dr?\W*cr?|cr?\W*dr?)( (type|ind|indicator|flag|mark|sign))?$|^part tran type$/
/** 'Tran Type', 'Indicator': a mark, unless another column names both directions. */
const KIND =
  /^((txn|tran|trans|transaction|entry|amount|amt|withdrawal\W*deposit|deposit\W*withdrawal) )?(type|ind|indicator|flag|mark|sign)$/

/** Patterns of column names, the most specific first. A name with both directions is a mark or a mixed amount. */
const tells: [BankField, (name: string) => boolean][] = [
  ['state', isStateName],
  ['currency', (name) => /^((txn|transaction|payment|order|amount) )?(currency|ccy|curr)( code)?$/.test(name)],
  ['mark', (name) => isIn(name) && isOut(name) && name.length <= 25 && !/amount|amt|withdraw|\bbal/.test(name)],
  ['mark', (name) => DIRECTIONS.test(name)],
  ['balance', (name) => /balance|\bbal\b/.test(name)],
  ['credit', (name) => isIn(name) && !isOut(name)],
  ['debit', (name) => isOut(name) && !isIn(name)],
  ['date', (name) => /^((txn|tran|transaction|trans|posting|post|book(ing)?) ?)?date$/.test(name)],
  ['narration', (name) => /narration|description|remarks|particulars|details/.test(name)],
  ['reference', (name) => /ref(?!und)|cheque|chq|utr|rrn/.test(name)],
  ['mark', (name) => KIND.test(name)],
  [
    'amount',
    (name) => !isRefundName(name) && isIn(name) === isOut(name) && (/amount|\bamt\b/.test(name) || isIn(name)),
  ],
  ['date', (name) => /date|^value dat/.test(name)],
]

/** 'Amount (INR )' is an amount in rupees; 'Amount (Cr.)' is a credit. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\(\s*([cd]r\.?|credit|debit|[cd]r\.?\s*\/\s*[cd]r\.?)\s*\)/g, ' $1 ')
    .replace(/\(.*?\)/g, ' ')
    .replace(/[\s._]+/g, ' ')
    .trim()

/** Guesses the field of each column; null unless date, narration and an amount are found. */
export function guessMapping(head: readonly string[], rows: readonly SheetRow[] = []): BankMapping | null {
  const mapping = columnsOf(head, rows)
  return isUsable(mapping) ? mapping : null
}

/** Guesses the field of each column by its name and, for states, by the words in it; others stay null. */
export function columnsOf(head: readonly string[], rows: readonly SheetRow[] = []): BankMapping {
  const names = head.map(plain)
  const mapping = { ...noMapping }
  const taken = new Set<number>()
  for (const [field, fits] of tells) {
    if (mapping[field] !== null) continue
    const at = names.findIndex((name, index) => !taken.has(index) && name !== '' && fits(name))
    if (at < 0) continue
    mapping[field] = at
    taken.add(at)
  }
  if (mapping.state === null) {
    const at = names.findIndex((_, index) => !taken.has(index) && hasStates(rows, index))
    if (at >= 0) mapping.state = at
  }
  // Kotak's 'DEBIT/CREDIT(₹)' is the one amount, with a sign, and not the mark beside it.
  if (
    mapping.credit === null &&
    mapping.amount === null &&
    /^(debit\W*credit|credit\W*debit)$/.test(names[mapping.mark ?? -1] ?? '')
  ) {
    mapping.amount = mapping.mark
    mapping.mark = null
  }
  return mapping
}

const cellsOf = (rows: readonly SheetRow[], at: number): string[] =>
  rows.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '')

/** Words of states, most of them: totals and notes below a table fill some cells of its columns. */
const hasStates = (rows: readonly SheetRow[], at: number): boolean => {
  const said = cellsOf(rows, at)
  return said.filter((text) => stateOf(text) !== null).length * 2 > said.length
}

/** Names the columns that have something in them and no meaning, so that none is left out in silence. */
export const unusedColumns = ({ head, rows, report, unread }: BankTable, mapping: BankMapping): readonly string[] => {
  if (report !== null) return unread
  const used = new Set(Object.values(mapping))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), head.length)
  return Array.from({ length: width }, (_, at) => at)
    .filter((at) => !used.has(at) && cellsOf(rows, at).length > 0)
    .map((at) => head[at] || `Column ${at + 1}`)
}

export function isUsable(mapping: BankMapping): boolean {
  return mapping.date !== null && mapping.narration !== null && (mapping.credit !== null || mapping.amount !== null)
}

const MAX_PREAMBLE_ROWS = 60

/** Returns the first row that reads like a head and the rows below it, a report's as a statement's; null without one. */
export function bankTableOf(rows: readonly SheetRow[], openQuote: number | null = null): BankTable | null {
  const first = rows.slice(0, MAX_PREAMBLE_ROWS)
  const known = first.findIndex(
    ({ cells }) => cells.length >= 3 && (reportOf(cells) !== null || guessMapping(cells) !== null),
  )
  // No known head: take the first wide row and let staff name its columns.
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const at = known >= 0 ? known : first.findIndex(({ cells }) => cells.length >= 3 && cells.length >= widest - 1)
  if (at < 0) return null
  const head = first[at]!.cells.map((cell) => cell.trim())
  const below = rows.slice(at + 1)
  const report = reportOf(head)
  return report
    ? {
        head: [...reportHead],
        rows: reportRows(report, head, below),
        openQuote,
        report: report.name,
        unread: unreadColumns(report, head),
      }
    : { head, rows: below, openQuote, report: null, unread: [] }
}
