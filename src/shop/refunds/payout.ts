import { CSV_BOM, csvLine } from '#platform/text/csv.ts'
import type { Paise } from '#shop/prices/money.ts'

/** A transfer as a file for the bank needs it. `account` and `ifsc` are '' for a UPI id, and the other way round. */
export interface PayoutTransfer {
  name: string
  orderCode: string
  amount: Paise
  upiId: string
  account: string
  ifsc: string
}

/** What a column has; `=` begins a fixed text. The note has no order's code: a transfer that comes back would look like its payment. */
type Value = keyof typeof cells | `=${string}`
type PayoutColumn = readonly [head: string, value: Value]

interface PayoutFormat {
  label: string
  takes: readonly ('upi' | 'bank')[]
  /** Where its columns are published. */
  source: string
  /** plain: for spreadsheets, as other CSV files. bank: letters, digits and few signs, no quotes. bare: so, without the heads. */
  style: 'plain' | 'bank' | 'bare'
  columns: readonly PayoutColumn[]
}

const RAZORPAYX =
  'RazorpayX, Bulk Payouts Templates with beneficiary details: razorpay.com/docs/x/bulk-payouts, downloaded from its dashboard'
const razorpayxEnd: readonly PayoutColumn[] = [
  ['Payout Narration (Optional) Will appear on bank statement (max 30 char with no special characters)', '=Refund'],
  ['Notes (Optional) A note for internal reference', 'order'],
  ['Phone Number (Optional)', '='],
  ['Email ID (Optional)', '='],
  ['Contact Reference ID (Optional) Eg: Employee ID or Customer ID', '='],
  ['Payout Reference ID (Optional) Eg: Bill no or Invoice No or Pay ID', 'order'],
]
const blanks = (...heads: string[]): PayoutColumn[] => heads.map((head) => [head, '='])

/** The columns of files for bulk upload, in their order. A head is the template's own, to the letter. */
export const payoutFormats = {
  plain: {
    label: 'Plain CSV',
    takes: ['upi', 'bank'],
    source: 'Our own columns, for a bank that lets you choose them',
    style: 'plain',
    columns: [
      ['Name', 'name'],
      ['UPI id', 'upiId'],
      ['Account number', 'account'],
      ['IFSC', 'ifsc'],
      ['Amount (INR)', 'amount'],
      ['Note', '=Refund'],
      ['Order', 'order'],
    ],
  },
  'razorpayx-upi': {
    label: 'RazorpayX, UPI',
    takes: ['upi'],
    source: RAZORPAYX,
    style: 'bank',
    columns: [
      ['Beneficiary Name (Mandatory) Special characters not supported', 'name'],
      ["Beneficiary's UPI ID (Mandatory)", 'upiId'],
      ['Payout Amount (Mandatory) Amount should be in rupees', 'amount'],
      ...razorpayxEnd,
    ],
  },
  'razorpayx-bank': {
    label: 'RazorpayX, accounts',
    takes: ['bank'],
    source: RAZORPAYX,
    style: 'bank',
    columns: [
      ['Beneficiary Name (Mandatory) Special characters not supported', 'name'],
      ["Beneficiary's Account Number (Mandatory) Typically 9-18 digits", 'account'],
      ['IFSC Code (Mandatory) 11 digit code of the beneficiary’s bank account. Eg. HDFC0004277', 'ifsc'],
      ['Payout Amount (Mandatory) Amount should be in rupees', 'amount'],
      ['Payout Mode (Mandatory) Select IMPS/NEFT/RTGS', '=NEFT'],
      ...razorpayxEnd,
    ],
  },
  'hdfc-enet': {
    label: 'HDFC Bank ENet, accounts',
    takes: ['bank'],
    source:
      'HDFC Bank ENet, upload file format (28 fields): scribd.com/document/387944229/RBI-Adapter-Specification, annexure 1',
    style: 'bare',
    columns: [
      ['Transaction Type', 'enetType'],
      ['Beneficiary Code', 'order'],
      ['Beneficiary Account Number', 'account'],
      ['Instrument Amount', 'amount'],
      ['Beneficiary Name', 'name'],
      ...blanks('Drawee Location', 'Print Location'),
      ...blanks('Bene Address 1', 'Bene Address 2', 'Bene Address 3', 'Bene Address 4', 'Bene Address 5'),
      ['Instruction Reference Number', 'order'],
      ['Customer Reference Number', 'order'],
      ['Payment details 1', '=Refund'],
      ...blanks('Payment details 2', 'Payment details 3', 'Payment details 4', 'Payment details 5'),
      ...blanks('Payment details 6', 'Payment details 7', 'Cheque Number'),
      ['Chq / Trn Date', 'day'],
      ...blanks('MICR Number'),
      ['IFC Code', 'ifsc'],
      ['Bene Bank Name', 'bankCode'],
      ...blanks('Bene Bank Branch Name', 'Beneficiary email id'),
    ],
  },
} as const satisfies Record<string, PayoutFormat>

export type PayoutFormatName = keyof typeof payoutFormats
export const payoutFormatNames = Object.keys(payoutFormats) as PayoutFormatName[]

/** From so many paise on a transfer to another bank is RTGS, below NEFT (Reserve Bank). */
const RTGS_FROM = 200_000_00

const cells = {
  name: ({ name }: PayoutTransfer) => name,
  amount: ({ amount }: PayoutTransfer) => (amount / 100).toFixed(2),
  upiId: ({ upiId }: PayoutTransfer) => upiId,
  account: ({ account }: PayoutTransfer) => account,
  ifsc: ({ ifsc }: PayoutTransfer) => ifsc,
  order: ({ orderCode }: PayoutTransfer) => orderCode,
  /** I: within the bank. R: RTGS. N: NEFT. */
  enetType: ({ ifsc, amount }: PayoutTransfer) => (ifsc.startsWith('HDFC') ? 'I' : amount >= RTGS_FROM ? 'R' : 'N'),
  bankCode: ({ ifsc }: PayoutTransfer) => ifsc.slice(0, 4),
  /** DD/MM/YYYY of today. */
  day: (_: PayoutTransfer, today: string) => today.split('-').reverse().join('/'),
}

/** Keeps what a bank's parser takes in any field: a comma or quote would shift the columns, `=` or `|` could be a formula. */
const bankText = (text: string, isName: boolean): string =>
  isName
    ? text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^A-Za-z0-9 ]+/g, ' ')
        .replace(/ +/g, ' ')
        .trim()
        .slice(0, 40)
    : text.replace(/[^A-Za-z0-9 @._/-]+/g, '')

/** Writes the file of a payout. `today`: 'YYYY-MM-DD' in India. A name without a Latin letter is the order's code. */
export function payoutFile(format: PayoutFormatName, transfers: readonly PayoutTransfer[], today: string): string {
  const { columns, style }: PayoutFormat = payoutFormats[format]
  const valueOf = (value: Value, transfer: PayoutTransfer): string =>
    value.startsWith('=') ? value.slice(1) : cells[value as keyof typeof cells](transfer, today)
  if (style === 'plain') {
    const rows = transfers.map((transfer) =>
      csvLine(columns.map(([, value]) => (value === 'amount' ? transfer.amount / 100 : valueOf(value, transfer)))),
    )
    return [CSV_BOM, csvLine(columns.map(([head]) => head)), ...rows].join('')
  }
  const heads = style === 'bare' ? [] : [columns.map(([head]) => head).join(',')]
  const rows = transfers.map((transfer) =>
    columns
      .map(
        ([, value]) =>
          bankText(valueOf(value, transfer), value === 'name') || (value === 'name' ? transfer.orderCode : ''),
      )
      .join(','),
  )
  return [...heads, ...rows, ''].join('\r\n')
}
