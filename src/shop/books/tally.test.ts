import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { type FileRow, moneyVouchers, paperVouchers, tallyFile } from './tally.ts'

const paper = (number: string, sac: string, amounts: Partial<Record<string, number>>, of: FileRow = {}): FileRow => ({
  day: '2026-11-10',
  number,
  order_code: 'AB12CD',
  buyer: 'Asha Menon',
  company: null,
  gstin: null,
  sac,
  taxable: 0,
  cgst: 0,
  sgst: 0,
  igst: 0,
  local_tax: 0,
  total: 0,
  ...amounts,
  ...of,
})
const moved = (kind: string, account: string, amount: number, day = '2026-11-10'): FileRow => ({
  day,
  kind,
  account,
  amount,
})

const register = [
  paper('MF/2627/000001', '999622', { taxable: 1500.03, cgst: 135, sgst: 135.01, total: 1770.04 }),
  paper('MF/2627/000001', '998554', { taxable: 30, cgst: 2.7, sgst: 2.7, total: 35.4 }),
  // Rounding is a row without a SAC.
  paper('MF/2627/000001', '', { total: -0.44 }),
  paper(
    'MF/2627/000002',
    '999622',
    { taxable: 900, igst: 162, local_tax: 90, total: 1152 },
    { company: 'Iyer & Sons <Pune>', gstin: '29AAGCB7383J1Z4' },
  ),
]
const notes = [
  paper(
    'CN/2627/000001',
    '999622',
    { taxable: 900, igst: 162, local_tax: 90, total: 1152 },
    { of_number: 'MF/2627/000002' },
  ),
]
const money = [
  // An approval, the credit of it and one of nothing.
  moved('payment', 'customers', 1805),
  moved('payment', 'rounding', 0.44),
  moved('payment', 'sales', -1500.03),
  moved('payment', 'fee', -30),
  moved('payment', 'gst', -275.41),
  moved('credit', 'bank', 1882),
  moved('credit', 'customers', -1805),
  moved('credit', 'unexplained', -77),
  // A refund is promised on one day and paid on the next, and the statement after that shows it.
  moved('refund', 'owed', -1152),
  moved('refund', 'promised', 1152),
  moved('refund', 'owed', 1152, '2026-11-11'),
  moved('refund', 'promised', -1152, '2026-11-11'),
  moved('refund', 'sent', -1152, '2026-11-11'),
  moved('refund', 'sales', 900, '2026-11-11'),
  moved('refund', 'gst', 162, '2026-11-11'),
  moved('refund', 'local_tax', 90, '2026-11-11'),
  moved('refund', 'sent', 1152, '2026-11-12'),
  moved('refund', 'bank', -1152, '2026-11-12'),
  // A till that is counted ten rupees short.
  moved('payment', 'till', 1770, '2026-11-13'),
  moved('payment', 'sales', -1500, '2026-11-13'),
  moved('payment', 'gst', -270, '2026-11-13'),
  moved('till', 'till', -1770, '2026-11-13'),
  moved('till', 'float', 1760, '2026-11-13'),
  moved('till', 'difference', 10, '2026-11-13'),
]

interface Entry {
  LEDGERNAME: string
  ISDEEMEDPOSITIVE: string
  AMOUNT: string
}
interface VoucherTag {
  '@_VCHTYPE': string
  DATE: string
  VOUCHERTYPENAME: string
  VOUCHERNUMBER: string
  NARRATION: string
  'ALLLEDGERENTRIES.LIST': Entry[]
}

const isList = (name: string): boolean => name === 'ALLLEDGERENTRIES.LIST' || name === 'TALLYMESSAGE'

function readTally(file: string) {
  expect(XMLValidator.validate(file)).toBe(true)
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, isArray: isList })
  const envelope = (parser.parse(file) as { ENVELOPE: never }).ENVELOPE as {
    HEADER: { TALLYREQUEST: string }
    BODY: {
      IMPORTDATA: {
        REQUESTDATA: { TALLYMESSAGE: { VOUCHER?: VoucherTag; LEDGER?: { '@_NAME': string; PARENT: string } }[] }
      }
    }
  }
  const messages = envelope.BODY.IMPORTDATA.REQUESTDATA.TALLYMESSAGE
  return {
    request: envelope.HEADER.TALLYREQUEST,
    ledgers: messages.flatMap(({ LEDGER }) => (LEDGER ? [LEDGER['@_NAME']] : [])),
    vouchers: messages.flatMap(({ VOUCHER }) => (VOUCHER ? [VOUCHER] : [])),
  }
}

const all = tallyFile([
  ...paperVouchers(register, 'Sales'),
  ...paperVouchers(notes, 'Credit Note'),
  ...moneyVouchers(money),
])
const read = readTally(all.join(''))
const entriesOf = (number: string): string[] =>
  read.vouchers
    .filter((voucher) => voucher.VOUCHERNUMBER === number)
    .flatMap((voucher) => voucher['ALLLEDGERENTRIES.LIST'].map(({ LEDGERNAME, AMOUNT }) => `${LEDGERNAME} ${AMOUNT}`))
const shownOf = (type: string): string[] =>
  read.vouchers.filter((voucher) => voucher['@_VCHTYPE'] === type).map(({ VOUCHERNUMBER }) => VOUCHERNUMBER)

test('the file is an import of Tally, and names every ledger that its vouchers use', () => {
  expect(read.request).toBe('Import Data')
  const used = read.vouchers.flatMap((voucher) => voucher['ALLLEDGERENTRIES.LIST'].map(({ LEDGERNAME }) => LEDGERNAME))
  expect(used.filter((name) => !read.ledgers.includes(name))).toEqual([])
})

test('the entries of each voucher sum to nothing, debits negative', () => {
  for (const voucher of read.vouchers) {
    const entries = voucher['ALLLEDGERENTRIES.LIST']
    expect(entries.reduce((sum, { AMOUNT }) => sum + Math.round(Number(AMOUNT) * 100), 0)).toBe(0)
    expect(entries.every(({ AMOUNT, ISDEEMEDPOSITIVE }) => Number(AMOUNT) < 0 === (ISDEEMEDPOSITIVE === 'Yes'))).toBe(
      true,
    )
    expect(voucher.DATE).toMatch(/^202611\d\d$/)
    expect(voucher.VOUCHERTYPENAME).toBe(voucher['@_VCHTYPE'])
  }
})

test('a paper is one Sales voucher, to the paisa', () => {
  expect(shownOf('Sales')).toEqual(['MF/2627/000001', 'MF/2627/000002'])
  expect(entriesOf('MF/2627/000001')).toEqual([
    'Ticket customers -1805.00',
    'Ticket sales 1500.03',
    'Output CGST 137.70',
    'Output SGST 137.71',
    'Round off -0.44',
    'Booking fee 30.00',
  ])
  expect(read.vouchers[1]?.NARRATION).toBe('Order AB12CD, Iyer & Sons <Pune>, 29AAGCB7383J1Z4')
})

test('a credit note goes the other way', () =>
  expect(entriesOf('CN/2627/000001')).toEqual([
    'Ticket customers 1152.00',
    'Ticket sales -900.00',
    'Output IGST -162.00',
    'Entertainment tax -90.00',
  ]))

test('a day’s money is a receipt, a payment or a transfer, and what nets to nothing has no voucher', () => {
  expect(entriesOf('2026-11-10 payment')).toEqual([])
  expect(entriesOf('2026-11-10 refund')).toEqual([])
  expect(entriesOf('2026-11-10 credit')).toEqual([
    'Bank -1882.00',
    'Ticket customers 1805.00',
    'Unexplained credits 77.00',
  ])
  expect(entriesOf('2026-11-11 refund')).toEqual([
    'Transfers not yet in a statement 1152.00',
    'Ticket customers -1152.00',
  ])
  expect(shownOf('Receipt')).toEqual(['2026-11-10 credit', '2026-11-13 payment'])
  expect(shownOf('Payment')).toEqual(['2026-11-11 refund', '2026-11-13 difference'])
  expect(shownOf('Contra')).toEqual(['2026-11-12 refund', '2026-11-13 till'])
})

test('the cash that lacked is an expense, and the rest of the drawer goes out', () => {
  expect(entriesOf('2026-11-13 difference')).toEqual(['Cash differences -10.00', 'Cash in tills 10.00'])
  expect(entriesOf('2026-11-13 till')).toEqual(['Cash in tills 1760.00', 'Cash outside tills -1760.00'])
})

test('the customers owe what the papers say less what came', () => {
  const customers = read.vouchers
    .flatMap((voucher) => voucher['ALLLEDGERENTRIES.LIST'])
    .filter(({ LEDGERNAME }) => LEDGERNAME === 'Ticket customers')
  // One sale of ₹1,152.00 was never paid for, and its credit note and refund are here; the sale at the door has no paper.
  expect(customers.reduce((sum, { AMOUNT }) => sum - Math.round(Number(AMOUNT) * 100), 0)).toBe(115200 - 177000)
})

test('signs that XML has no place for are left out', () => {
  const [head] = paperVouchers(
    [paper('MF/2627/000003', '999622', { taxable: 1, total: 1 }, { buyer: 'A\u0001"sha"' })],
    'Sales',
  )
  expect(readTally(tallyFile([head!]).join('')).vouchers[0]?.NARRATION).toBe('Order AB12CD, A"sha"')
})

test('the file as it is saved', async () => {
  await expect(all.join('')).toMatchFileSnapshot('tally.golden.xml')
})
