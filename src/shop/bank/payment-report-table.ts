import type { SheetRow } from '#platform/text/csv.ts'
import { dayKey } from '#platform/time/ist.ts'
import { paymentReports, type PaymentReport, type ReportRule } from './payment-reports.ts'

/** Columns of a statement that a report's rows are turned into. */
export const reportHead = ['Date', 'Narration', 'UTR', 'Credit', 'Debit'] as const

/** Names are written differently in files and documents: 'Order_ID', 'Order ID'. */
const key = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Paytm puts an apostrophe before long numbers. Empty fields of JSON say nothing. */
const textOf = (cell: string | undefined): string => {
  const text = (cell ?? '').trim().replace(/^'+|'+$/g, '').trim() // prettier-ignore
  return /^(\[\]|\{\}|null|na|n\/a|-)$/i.test(text) ? '' : text
}

/** Returns the report that these columns belong to; null for a bank's statement. */
export function reportOf(cells: readonly string[]): PaymentReport | null {
  const names = new Set(cells.map(key))
  const has = (name: string): boolean => names.has(key(name))
  return (
    paymentReports.find(({ date, amount, id, rules, also = [] }) =>
      [date, amount, id, ...rules.map(({ column }) => column), ...also].every(has),
    ) ?? null
  )
}

/** Names the columns that a report has and its preset does not know. */
export function unreadColumns(
  { date, amount, utr, narration, id, rules, also = [] }: PaymentReport,
  head: readonly string[],
) {
  const known = new Set(
    [date, amount, id, ...utr, ...narration, ...rules.map(({ column }) => column), ...also].map(key),
  )
  return head.filter((name) => name !== '' && !known.has(key(name)))
}

/**
 * Turns a report's rows into a statement's, one for each payment that came in or went out; others have no amount. A row
 * whose kind or state is not known keeps it beside the amount, so that the row is named as unreadable.
 */
export function reportRows(report: PaymentReport, head: readonly string[], rows: readonly SheetRow[]): SheetRow[] {
  const places = new Map(head.map((name, at) => [key(name), at] as const).reverse())
  const width = filled(head)
  const seen = new Set<string>()
  return rows.flatMap((source) => {
    const cell = (name: string): string => textOf(source.cells[places.get(key(name)) ?? -1])
    // The head again, as on each page.
    if (key(cell(report.date)) === key(report.date)) return []
    const parts = report.narration.map(cell).filter((text) => text !== '')
    const amount = cell(report.amount)
    const moved = movedBy(report, cell)
    const repeated = moved === 'in' && cell(report.id) !== '' && seen.has(`${cell(report.id)} ${amount}`)
    if (moved === 'in') seen.add(`${cell(report.id)} ${amount}`)
    const money = repeated || moved === 'none' ? ['', ''] : moved === 'out' ? ['', amount] : [amount, '']
    if (moved === 'unknown' && /\d/.test(amount)) money[0] = `${amount} (? ${states(report, cell)})`
    const utr = report.utr.map(cell).find((text) => text !== '') ?? ''
    const cells = [dayOf(cell(report.date)), [...new Set(parts)].join(' · '), utr, ...money]
    // A cell too many or too few has moved the others: a payer's note with a separator.
    if (filled(source.cells) > head.length || source.cells.length < width) cells.push('?')
    return [{ ...source, cells }]
  })
}

type Moved = 'in' | 'out' | 'none' | 'unknown'

function movedBy({ rules }: PaymentReport, cell: (name: string) => string): Moved {
  const said = rules.map((rule) => saidBy(rule, cell(rule.column)))
  return (['unknown', 'none', 'out'] as const).find((one) => said.includes(one)) ?? 'in'
}

function saidBy({ in: came, out = [], none = [] }: ReportRule, text: string): Moved {
  const is = (one: string): boolean => one.toLowerCase() === text.toLowerCase()
  return came.some(is) ? 'in' : out.some(is) ? 'out' : none.some(is) ? 'none' : 'unknown'
}

const states = ({ rules }: PaymentReport, cell: (name: string) => string): string =>
  rules.map(({ column }) => cell(column) || '?').join(', ')

/** The Indian day of an instant in UTC or in seconds; other dates stay as they are. */
function dayOf(text: string): string {
  if (/^\d{10}$/.test(text)) return dayKey(Number(text) * 1_000)
  const isUtc = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  return isUtc ? dayKey(text) : text
}

const filled = (cells: readonly string[]): number => cells.findLastIndex((one) => one.trim() !== '') + 1
