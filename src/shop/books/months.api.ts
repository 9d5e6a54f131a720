import { failed, ok, type Result } from '#platform/failure/failure.ts'
import {
  asIs,
  boolean,
  instant,
  list,
  number,
  oneOf,
  oneOfOrNull,
  orNull,
  row,
  text,
  type Of,
} from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { Reading } from '#platform/supabase/list-query.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { FileRow } from './tally.ts'

const parseMonth = row({
  /** Its first day, 'YYYY-MM-DD', in India. */
  month: text,
  /** Of those that are over, closed ones change no more. */
  state: oneOf(['running', 'over', 'closed']),
  closedAt: orNull(instant),
  closedByName: orNull(text),
  /** Prices and fee without tax, less credit notes. */
  turnover: toPaise,
  cgst: toPaise,
  sgst: toPaise,
  igst: toPaise,
  localTax: toPaise,
  /** Money that went back. */
  refunds: toPaise,
  invoices: number,
  creditNotes: number,
  /** What the ledger has and no paper. */
  withoutPaper: toPaise,
  /** At its end. */
  unexplained: toPaise,
  owed: toPaise,
})
export type Month = Of<typeof parseMonth>

/** Returns the months that have entries, the newest first, for admins. */
export const listMonths = (): Promise<Result<Month[]>> => asStaff.read('list_months', {}, list(parseMonth))

/** Closes a month. Refusals: too_soon (not over, or an earlier one is not closed), already_decided, not_found. */
export const closeMonth = (month: string): Promise<Result<null>> => asStaff.call('close_month', { p_month: month })

const parseTurnover = row({
  turnover: toPaise,
  /** Above it a shop has to register for GST. */
  limit: toPaise,
  warning: oneOfOrNull(['soon', 'register']),
  /** Its papers to a GSTIN need an IRN. */
  eInvoices: boolean,
})
export type YearTurnover = Of<typeof parseTurnover>

/** Returns the turnover of this financial year, and whether registration is due, for admins. */
export const readYearTurnover = (): Promise<Result<YearTurnover>> => asStaff.read('year_turnover', {}, parseTurnover)

const parseEInvoice = row({
  id: text,
  number: text,
  /** 'YYYY-MM-DD' */
  day: text,
  company: orNull(text),
  gstin: text,
  total: toPaise,
})
export type EInvoice = Of<typeof parseEInvoice>

/** Returns the papers that need an IRN and have none, for admins. */
export const listEInvoices = (): Promise<Result<EInvoice[]>> => asStaff.read('list_e_invoices', {}, list(parseEInvoice))

/** Keeps the IRN of a paper. Refusal: invalid (`irn`: not 64 hexadecimal signs, or of another paper). */
export const setIrn = (paperId: string, irn: string): Promise<Result<null>> =>
  asStaff.call('set_irn', { p_paper_id: paperId, p_irn: irn })

/** Returns GSTR-1 of a month as JSON. Refusal: invalid (`gstin`: the shop has none). */
export const readGstr1 = (month: string): Promise<Result<unknown>> =>
  asStaff.read('gstr1', { p_month: month }, asIs<unknown>())

export type MonthFile = 'register' | 'credit_notes' | 'refunds' | 'cash' | 'money' | 'tickets'

const parsePage = row({
  columns: list(text),
  rows: list(list(asIs<string | number | null>())),
  next: orNull(text),
})

/** Reads all rows of a file of a month, in pages. `signal` ends the requests under way, and the answer is a failure. */
export async function readMonthFile<L>(
  month: string,
  file: MonthFile,
  { line, onRows, signal }: Required<Reading<FileRow, L>>,
): Promise<Result<L[]>> {
  const ask = (after: string | null): Promise<Result<string>> =>
    callRead<string>(async () => {
      const client = await backend({ console: true })
      const args = { p_month: month, p_file: file, ...(after === null ? {} : { p_after: after }) }
      return client.rpc('month_file', args).abortSignal(signal)
    }, signal)
  const lines: L[] = []
  for (let after: string | null = null; ;) {
    const page: Result<Of<typeof parsePage>> = parsed(await ask(after), (all) => parsePage(JSON.parse(all) as never))
    if (!page.ok) return page
    const { columns, rows, next }: Of<typeof parsePage> = page.value
    if (next !== null && after !== null && next <= after) return failed('server', 'pages do not advance')
    for (const values of rows)
      lines.push(line(Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]))))
    onRows(lines.length, next === null ? lines.length : null)
    if (next === null) return ok(lines)
    after = next
  }
}
