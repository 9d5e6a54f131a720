import type { Figures } from '#shop/settlement/settlement.ts'
import { Cell } from '#ui/display/table.tsx'
import { count, exactRupees } from '#ui/format.ts'
import { ListTable } from '../kit/list/list-table.tsx'

export interface FiguresRow {
  label: string
  /** Below the label. */
  note?: string | null
  figures: Figures
}

interface FiguresColumn {
  head: string
  of: (figures: Figures) => number
  /** The column is there if this is not 0 in the whole; without it, if `of` is not. */
  where?: (figures: Figures) => number
}

const allColumns: readonly FiguresColumn[] = [
  { head: 'Full price', of: (row) => row.gross, where: (row) => row.discount },
  { head: 'Discount', of: (row) => row.discount },
  { head: 'Sales', of: (row) => row.sales },
  { head: 'GST', of: (row) => row.gst },
  { head: 'Local tax', of: (row) => row.localTax },
  { head: 'Fee', of: (row) => row.fee },
  { head: 'Rounding', of: (row) => row.rounding },
  { head: 'Paid', of: (row) => row.total },
  { head: 'Refunded', of: (row) => row.refunded },
  { head: 'Owed', of: (row) => row.owed },
]

const short = new Set(['Paid', 'Refunded', 'Owed'])

/** '1,18,000.00', the heading says rupees; a dash for nothing. */
const plain = (paise: number): string => (paise === 0 ? '–' : exactRupees(paise).replace('₹', ''))

const ticketsText = ({ tickets, back }: Figures): string =>
  back === 0 ? count(tickets) : `${count(tickets)}, ${count(back)} back`

/**
 * A table of figures, whose amounts are rupees. A phone has the amounts of a row below its label; paper and wide screens
 * have a column each.
 */
export function FiguresTable({
  caption,
  head,
  rows,
  total,
  brief = false,
}: {
  caption: string
  head: string
  rows: readonly FiguresRow[]
  total: Figures
  /** Only what was paid and went back. */
  brief?: boolean
}) {
  const columns = allColumns.filter(
    ({ head: name, of, where = of }) => (!brief || short.has(name)) && where(total) !== 0,
  )
  const wide = 'max-desk:not-print:hidden'
  const all = rows.length > 1 ? [...rows, { label: 'Total', figures: total }] : rows
  return (
    <ListTable
      caption={caption}
      className="mt-1 print:[&_:is(td,th)]:py-1"
      columns={[
        head,
        { head: 'Tickets', number: true, className: wide },
        ...columns.map((column) => ({ head: column.head, number: true, className: wide })),
        { head: 'Net', number: true },
      ]}
    >
      {all.map((row, at) => (
        <tr key={at} className={at === rows.length ? 'font-strong' : undefined}>
          <Cell>
            {row.label}
            {'note' in row && row.note ? <span className="block text-1 text-muted">{row.note}</span> : null}
            <span className="block text-1 font-text text-muted desk:hidden print:hidden">
              {[
                `Tickets ${ticketsText(row.figures)}`,
                ...columns.flatMap(({ head: name, of }) =>
                  of(row.figures) === 0 ? [] : [`${name} ${plain(of(row.figures))}`],
                ),
              ].join(' · ')}
            </span>
          </Cell>
          <Cell number className={wide}>
            {ticketsText(row.figures)}
          </Cell>
          {columns.map(({ head, of }) => (
            <Cell key={head} number className={wide}>
              {plain(of(row.figures))}
            </Cell>
          ))}
          <Cell number>{plain(row.figures.net)}</Cell>
        </tr>
      ))}
    </ListTable>
  )
}
