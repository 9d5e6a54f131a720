import writeWorkbook, { type CellObject, type Sheet } from 'write-excel-file/universal'
import type { Figures, Settlement } from '#shop/settlement/settlement.ts'
import { dayKey, formatDayTime, timeKey } from '#platform/time/ist.ts'
import { shopName } from '#ui/shop.ts'
import { methodNames } from '../box-office/box-office-words.ts'
import { settledLines, seenLines, soldLines, type MoneyLine } from './settlement-lines.ts'
import { sinceText, stateText } from './settlement-words.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Spreadsheets group digits as their country does: a format of lakhs is read as thousands. */
const RUPEES = '#,##0.00'

type Row = (CellObject | null)[]

const head = (value: string): CellObject => ({ value, fontWeight: 'bold', wrap: true })
const text = (value: string | null): CellObject | null => (value === null ? null : { value, wrap: true })
const rupees = (paise: number, fontWeight?: 'bold'): CellObject => ({
  value: paise / 100,
  format: RUPEES,
  ...(fontWeight && { fontWeight }),
})
const whole = (value: number): CellObject => ({ value, format: '#,##0' })

const moneyRows = (title: string, lines: readonly MoneyLine[]): Row[] => [
  [],
  [head(title)],
  ...lines.map(({ label, note, amount, sum }): Row => [
    sum ? head(label) : text(label),
    rupees(amount, sum ? 'bold' : undefined),
    text(note ?? null),
  ]),
]

const amounts: readonly [head: string, of: (figures: Figures) => number][] = [
  ['Full price', (row) => row.gross],
  ['Discount', (row) => row.discount],
  ['Sales', (row) => row.sales],
  ['GST', (row) => row.gst],
  ['Local tax', (row) => row.localTax],
  ['Fee', (row) => row.fee],
  ['Rounding', (row) => row.rounding],
  ['Paid', (row) => row.total],
  ['Refunded', (row) => row.refunded],
  ['Owed', (row) => row.owed],
  ['Net sales', (row) => row.net],
  ['Net GST', (row) => row.netGst],
  ['Net local tax', (row) => row.netLocalTax],
  ['Net fee', (row) => row.netFee],
  ['Net rounding', (row) => row.netRounding],
]

function figuresSheet<T extends Figures>(
  sheet: string,
  keys: readonly [head: string, cell: (row: T) => CellObject | null][],
  rows: readonly T[],
): Sheet<Blob> {
  return {
    sheet,
    stickyRowsCount: 1,
    columns: [...keys.map(() => ({ width: 18 })), { width: 9 }, { width: 9 }, ...amounts.map(() => ({ width: 14 }))],
    data: [
      [...keys.map(([name]) => head(name)), head('Tickets'), head('Back'), ...amounts.map(([name]) => head(name))],
      ...rows.map((row) => [
        ...keys.map(([, cell]) => cell(row)),
        whole(row.tickets),
        whole(row.back),
        ...amounts.map(([, of]) => rupees(of(row))),
      ]),
    ],
  }
}

/** Returns a settlement as a workbook: the statement, and a sheet for each of its tables. Amounts are numbers, in rupees. */
export function settlementWorkbook(settlement: Settlement): Promise<Blob> {
  const { zones, methods, codes, days } = settlement
  const facts: Row[] = [
    [head(`Settlement: ${settlement.singerName}`)],
    [text(`${settlement.venue}, ${settlement.city}`)],
    [text(formatDayTime(settlement.date))],
    [text(`${settlement.closedAt === null ? 'So far,' : 'Closed'} ${stateText(settlement)}`)],
    [text(shopName())],
    ...[sinceText(settlement)].flatMap((since) => (since === null ? [] : [[text(`Since it was closed: ${since}`)]])),
  ]
  const statement: Sheet<Blob> = {
    sheet: 'Settlement',
    columns: [{ width: 44 }, { width: 18 }, { width: 44 }],
    data: [
      ...facts,
      ...moneyRows('What came in', soldLines(settlement)),
      ...moneyRows('Who gets what', settledLines(settlement)),
      ...moneyRows('The money that was seen', seenLines(settlement)),
      [],
      [text(`Read ${dayKey(settlement.at)} ${timeKey(settlement.at)}, India. Amounts in rupees.`)],
    ],
  }
  return writeWorkbook([
    statement,
    figuresSheet(
      'By zone',
      [
        ['Zone', (row) => text(row.category)],
        ['Price', (row) => rupees(row.price)],
        ['Phase', (row) => text(row.phase)],
      ],
      zones,
    ),
    figuresSheet('By method', [['Method', (row) => text(methodNames[row.method])]], methods),
    figuresSheet('By code', [['Code', (row) => text(row.code ?? 'Without a code')]], codes),
    figuresSheet('By day', [['Approved on', (row) => text(row.day)]], days),
  ]).toBlob()
}
