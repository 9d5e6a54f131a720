import { readGstr1, readMonthFile, type MonthFile } from '#shop/books/months.api.ts'
import { type FileRow, moneyVouchers, paperVouchers, tallyFile } from '#shop/books/tally.ts'
import type { RefundReason, RefundWay } from '#shop/refunds/refund.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import type { Reading } from '#platform/supabase/list-query.ts'
import { refundReasons } from '../refunds/refund-words.ts'
import { wayNames } from '../refunds/way-back.ts'
import { type CsvColumn, FileButton, makeCsv } from '../kit/list/csv-button.tsx'

type Progress = Omit<Required<Reading<never>>, 'line'>

const plain = (head: string, column: string): CsvColumn<FileRow> => ({ head, cell: (row) => row[column] ?? null })
const kind: CsvColumn<FileRow> = { head: 'Kind', cell: (row) => String(row['kind']).replaceAll('_', ' ') }

const paperColumns: CsvColumn<FileRow>[] = [
  plain('Day', 'day'),
  plain('Number', 'number'),
  kind,
  plain('Order', 'order_code'),
  plain('Buyer', 'buyer'),
  plain('Company', 'company'),
  plain('GSTIN', 'gstin'),
  plain('Place of supply', 'place_of_supply'),
  plain('SAC', 'sac'),
  plain('GST rate (%)', 'rate'),
  plain('Taxable value (INR)', 'taxable'),
  plain('CGST (INR)', 'cgst'),
  plain('SGST (INR)', 'sgst'),
  plain('IGST (INR)', 'igst'),
  plain('Local tax (INR)', 'local_tax'),
  plain('Total (INR)', 'total'),
]

interface CsvFile {
  file: Exclude<MonthFile, 'money'>
  label: string
  hint: string
  columns: readonly CsvColumn<FileRow>[]
}

/** The files of a month that spreadsheets open, and their columns. @internal For tests. */
export const csvFiles: readonly CsvFile[] = [
  {
    file: 'register',
    label: 'Sales register',
    hint: 'Invoices and bills of supply, a row for each place, SAC and rate.',
    columns: [...paperColumns, plain('IRN', 'irn')],
  },
  {
    file: 'credit_notes',
    label: 'Credit notes',
    hint: 'What went back of sales, with the invoice of each.',
    columns: [...paperColumns, plain('Of invoice', 'of_number'), plain('UTR of the refund', 'utr')],
  },
  {
    file: 'refunds',
    label: 'Refunds',
    hint: 'Money that went back, also what had bought nothing.',
    columns: [
      plain('Day', 'day'),
      plain('Order', 'order_code'),
      plain('Amount (INR)', 'amount'),
      { head: 'Paid by', cell: ({ way }) => wayNames[way as RefundWay] ?? null },
      plain('Reference', 'reference'),
      { head: 'Why', cell: ({ why }) => refundReasons[why as RefundReason] ?? null },
      plain('Note', 'note'),
      plain('Credit note', 'credit_note'),
    ],
  },
  {
    file: 'cash',
    label: 'Cash book',
    hint: 'The drawers of all tills: openings, sales, moves, counts.',
    columns: [
      plain('Day', 'day'),
      plain('Time (IST)', 'time'),
      plain('Till', 'till'),
      plain('What', 'what'),
      plain('Note', 'note'),
      plain('In (INR)', 'in'),
      plain('Out (INR)', 'out'),
      plain('In the till (INR)', 'balance'),
    ],
  },
  {
    file: 'tickets',
    label: 'Tickets by price',
    hint: 'Of the concerts of the month: for music licences and entertainment tax.',
    columns: [
      plain('Concert', 'concert'),
      plain('Date', 'date'),
      plain('Venue', 'venue'),
      plain('State', 'state'),
      plain('Category', 'category'),
      plain('Price (INR)', 'price'),
      plain('Tickets', 'tickets'),
      plain('Of them free', 'free'),
      plain('Returned', 'returned'),
      plain('Without tax (INR)', 'taxable'),
      plain('GST (INR)', 'gst'),
      plain('Local tax (INR)', 'local_tax'),
      plain('Gross (INR)', 'gross'),
    ],
  },
]

/** Reads what Tally imports of a month: papers, then the money of each day. */
async function makeTally(
  month: string,
  { signal, onRows }: Progress,
): Promise<Result<{ parts: string[]; rows: number }>> {
  const all: FileRow[][] = []
  let before = 0
  for (const file of ['register', 'credit_notes', 'money'] as const) {
    const rows = await readMonthFile<FileRow>(month, file, {
      line: (row) => row,
      onRows: (count) => onRows(before + count, null),
      signal,
    })
    if (!rows.ok) return rows
    all.push(rows.value)
    before += rows.value.length
  }
  const [sold = [], back = [], money = []] = all
  const vouchers = [...paperVouchers(sold, 'Sales'), ...paperVouchers(back, 'Credit Note'), ...moneyVouchers(money)]
  return ok({ parts: tallyFile(vouchers), rows: vouchers.length })
}

async function makeGstr1(month: string): Promise<Result<{ parts: string[]; rows: number }>> {
  const file = await readGstr1(month)
  return file.ok ? ok({ parts: [`${JSON.stringify(file.value, null, 2)}\n`], rows: 1 }) : file
}

/** Lists the files of a month with a button each. `month`: its first day. */
export function MonthFiles({ month }: { month: string }) {
  const short = month.slice(0, 7)
  const files = [
    ...csvFiles.map(({ file, label, hint, columns }) => ({
      name: file.replaceAll('_', '-'),
      label,
      hint,
      ending: 'csv',
      type: 'text/csv',
      make: (reading: Progress) => makeCsv(columns, (line) => readMonthFile(month, file, { ...reading, line })),
    })),
    {
      name: 'gstr1',
      label: 'GSTR-1',
      hint: 'JSON as the GST portal and its offline tool take it.',
      ending: 'json',
      type: 'application/json',
      make: () => makeGstr1(month),
    },
    {
      name: 'tally',
      label: 'Tally',
      hint: 'XML to import: a voucher for each paper, and each day’s money.',
      ending: 'xml',
      type: 'application/xml',
      make: (reading: Progress) => makeTally(month, reading),
    },
  ]
  return (
    <section aria-labelledby="month-files" className="mt-6">
      <h3 id="month-files" className="head-3">
        Files for the accountant
      </h3>
      <ul className="rows mt-2">
        {files.map(({ name, label, hint, ending, type, make }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              {label} <span className="block text-1 text-muted">{hint}</span>
            </span>
            <FileButton
              name={name}
              fileName={`${name}-${short}.${ending}`}
              type={type}
              label={`Download ${ending.toUpperCase()}`}
              of={`of ${label}`}
              make={make}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
