import { expect, test } from 'vitest'
import { bankTableOf, guessMapping } from '#shop/bank/bank-statement-head.ts'
import { readBankRows } from '#shop/bank/bank-statement.ts'
import { workbook, zip, type WorkbookCell } from '../../../../tests/support/browser/workbook.ts'
import { cellText, readSheets } from './read-sheets.ts'

const head = ['Txn Date', 'Description', 'Ref No.', 'Debit', 'Credit', 'Balance']
const day = (text: string): Date => new Date(`${text}T00:00:00Z`)
const rows: WorkbookCell[][] = [
  ['Account Statement & more'],
  [],
  head,
  [day('2026-12-05'), 'UPI/CR/412345678901/ASHA', 412345678901, null, 3600.1, 103600.1],
  [day('2026-12-06'), 'UPI/DR/412345678902/SHOP', null, 2000, null, 101600.1],
]

test('reads the same rows from a workbook as from a CSV file', async () => {
  const file = await readSheets(workbook([{ name: 'Statement', rows }]))
  if ('refused' in file) throw new Error(file.refused)
  const table = bankTableOf(file.sheets[0]!.rows)!
  expect(table.rows[0]?.row).toBe(4)
  expect(readBankRows(table, guessMapping(table.head)!)).toMatchObject({
    debits: 1,
    unreadable: [],
    from: '2026-12-05',
    credits: [{ day: '2026-12-05', amount: 360010, utrs: ['412345678901'], balance: 10360010 }],
  })
})

test('skips hidden sheets and names the others', async () => {
  const file = await readSheets(
    workbook([
      { name: 'Lists', rows: [['x']], hidden: true },
      { name: 'A & B', rows },
      { name: 'Notes', rows: [] },
    ]),
  )
  expect('sheets' in file && file.sheets.map(({ name }) => name)).toEqual(['A & B', 'Notes'])
})

test('reads a large workbook without the reader’s own workers', async () => {
  const many = Array.from({ length: 9_000 }, (_, at) => [day('2026-12-05'), `UPI/CR/${412345678901 + at}/ASHA AND A LONG NOTE`, null, null, 5, null]) // prettier-ignore
  const file = await readSheets(workbook([{ name: 'Statement', rows: [head, ...many] }]))
  expect('sheets' in file && file.sheets[0]?.rows).toHaveLength(9_001)
})

test('refuses a zip bomb, whatever size it states', async () => {
  const bomb = new Uint8Array(120 * 1024 * 1024)
  expect(await readSheets(zip({ 'xl/workbook.xml': bomb }, 10))).toEqual({ refused: 'too large' })
  const far = '<worksheet><sheetData><row r="1"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
  expect(await readSheets(zip({ 'xl/worksheets/sheet1.xml': far }))).toEqual({ refused: 'too large' })
})

test('refuses files that are not workbooks', async () => {
  expect(await readSheets(zip({ 'word/document.xml': '<w/>' }))).toEqual({ refused: 'damaged' })
  expect(await readSheets(workbook([{ name: 'S', rows }]).subarray(0, 300))).toEqual({ refused: 'damaged' })
  expect(await readSheets(new TextEncoder().encode('%PDF-1.7'))).toEqual({ refused: 'pdf' })
})

test.each([
  [3600, '3600'],
  [3600.5, '3600.50'],
  [1800.0000000000002, '1800'],
  [1799.9999999999998, '1800'],
  [-1800.0000000000002, '-1800'],
  [0.1 + 0.2, '0.30'],
  [412345678901, '412345678901'],
  [1.2345, '1.2345'],
  [day('2026-12-05'), '2026-12-05'],
  [new Date('2026-12-05T19:29:59.999Z'), '2026-12-05 19:30'],
  [new Date('1899-12-31T19:30:00Z'), '19:30'],
  [true, 'TRUE'],
  [null, ''],
  ['  text', '  text'],
])('formats the cell %j', (value, text) => {
  expect(cellText(value)).toBe(text)
})

test('reads the amounts of a workbook that computed them', async () => {
  const computed = [
    [day('2026-12-05'), 'UPI/CR/412345678901/ASHA', null, null, 1500 * 1.2 + 2.3e-13, null],
  ] as WorkbookCell[][]
  const file = await readSheets(workbook([{ name: 'Statement', rows: [head, ...computed] }]))
  const table = 'sheets' in file && bankTableOf(file.sheets[0]!.rows)
  expect(table && readBankRows(table, guessMapping(table.head)!)).toMatchObject({
    credits: [{ amount: 180000 }],
    unreadable: [],
  })
})
