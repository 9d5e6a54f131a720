/** A row of a file of a month, by column; amounts are rupees. */
export type FileRow = Readonly<Record<string, string | number | null>>

/** Tally's ledgers by account of the books, with the group of each. */
const tallyLedgers = {
  tickets: ['Ticket sales', 'Sales Accounts'],
  fee: ['Booking fee', 'Sales Accounts'],
  cgst: ['Output CGST', 'Duties & Taxes'],
  sgst: ['Output SGST', 'Duties & Taxes'],
  igst: ['Output IGST', 'Duties & Taxes'],
  local_tax: ['Entertainment tax', 'Duties & Taxes'],
  rounding: ['Round off', 'Indirect Expenses'],
  customers: ['Ticket customers', 'Sundry Debtors'],
  bank: ['Bank', 'Bank Accounts'],
  gateway: ['Payment gateway', 'Bank Accounts'],
  card: ['Card machine', 'Bank Accounts'],
  sent: ['Transfers not yet in a statement', 'Bank Accounts'],
  till: ['Cash in tills', 'Cash-in-Hand'],
  float: ['Cash outside tills', 'Cash-in-Hand'],
  difference: ['Cash differences', 'Indirect Expenses'],
  otherwise: ['Refunds settled otherwise', 'Current Liabilities'],
  owed: ['Refunds owed', 'Current Liabilities'],
  unexplained: ['Unexplained credits', 'Suspense A/c'],
  set_aside: ['Credits set aside', 'Suspense A/c'],
} as const
type Ledger = keyof typeof tallyLedgers

const money: readonly Ledger[] = ['bank', 'gateway', 'card', 'sent', 'till', 'float']

/** SAC of tickets; the other one is the fee's. */
const TICKETS_SAC = '999622'

interface Voucher {
  type: 'Sales' | 'Credit Note' | 'Receipt' | 'Payment' | 'Contra' | 'Journal'
  /** 'YYYY-MM-DD' */
  day: string
  number: string
  narration: string
  /** Paise: debits above 0, credits below. They sum to 0. */
  entries: Map<Ledger, number>
}

const paise = (value: FileRow[string] | undefined): number => Math.round(Number(value ?? 0) * 100)
const words = (value: FileRow[string] | undefined): string => (value === null ? '' : String(value ?? ''))

function add(entries: Map<Ledger, number>, ledger: Ledger, amount: number): void {
  entries.set(ledger, (entries.get(ledger) ?? 0) + amount)
}

/** Returns one voucher a paper: sales and taxes, and the customers who owe them; of credit notes the other way. */
export function paperVouchers(rows: readonly FileRow[], type: 'Sales' | 'Credit Note'): Voucher[] {
  const sign = type === 'Sales' ? 1 : -1
  const vouchers = new Map<string, Voucher>()
  for (const row of rows) {
    const number = words(row['number'])
    const entries = vouchers.get(number)?.entries ?? new Map<Ledger, number>()
    if (entries.size === 0)
      vouchers.set(number, {
        type,
        day: words(row['day']),
        number,
        narration: [
          `Order ${words(row['order_code'])}`,
          words(row['of_number']) && `of ${words(row['of_number'])}`,
          words(row['company']) || words(row['buyer']),
          words(row['gstin']),
        ]
          .filter(Boolean)
          .join(', '),
        entries,
      })
    add(entries, 'customers', sign * paise(row['total']))
    add(entries, row['sac'] === TICKETS_SAC ? 'tickets' : 'fee', -sign * paise(row['taxable']))
    const taxes = ['cgst', 'sgst', 'igst', 'local_tax'] as const
    for (const tax of taxes) add(entries, tax, -sign * paise(row[tax]))
    const supplied = taxes.reduce((sum, tax) => sum + paise(row[tax]), paise(row['taxable']))
    add(entries, 'rounding', sign * (supplied - paise(row['total'])))
  }
  return [...vouchers.values()]
}

/** What a paper's voucher says already is the customers' here; a refund that is promised is owed. */
const accountLedgers: Readonly<Record<string, Ledger>> = {
  sales: 'customers',
  gst: 'customers',
  local_tax: 'customers',
  fee: 'customers',
  rounding: 'customers',
  promised: 'owed',
}

/** Returns the vouchers of each day's money, by what moved it: payments, credits, refunds and tills. */
export function moneyVouchers(rows: readonly FileRow[]): Voucher[] {
  const vouchers = new Map<string, { day: string; kind: string; entries: Voucher['entries'] }>()
  const entriesOf = (day: string, kind: string): Voucher['entries'] => {
    const found = vouchers.get(`${day} ${kind}`) ?? { day, kind, entries: new Map<Ledger, number>() }
    vouchers.set(`${day} ${kind}`, found)
    return found.entries
  }
  for (const row of rows) {
    const [day, kind, account, amount] = [
      words(row['day']),
      words(row['kind']),
      words(row['account']),
      paise(row['amount']),
    ]
    if (account === 'difference') {
      // What a count lacks is an expense: Tally has no voucher for it and the drawer's cash together.
      const missing = entriesOf(day, 'difference')
      add(missing, 'difference', amount)
      add(missing, 'till', -amount)
      add(entriesOf(day, kind), 'till', amount)
    } else add(entriesOf(day, kind), accountLedgers[account] ?? (account as Ledger), amount)
  }
  return [...vouchers.values()].map(({ day, kind, entries }) => ({
    type: typeOf(entries),
    day,
    number: `${day} ${kind}`,
    narration: kindWords[kind] ?? kind,
    entries,
  }))
}

const kindWords: Readonly<Record<string, string>> = {
  payment: 'Paid at the door',
  credit: 'Credits of the day',
  refund: 'Refunds of the day',
  till: 'Cash put into tills and taken out',
  difference: 'Cash that lacked or was too much when a till was counted',
}

function typeOf(entries: Voucher['entries']): Voucher['type'] {
  const moved = [...entries].filter(([, amount]) => amount !== 0)
  const ours = moved.filter(([ledger]) => money.includes(ledger))
  if (ours.length === 0) return 'Journal'
  if (ours.length === moved.length) return 'Contra'
  return ours.reduce((sum, [, amount]) => sum + amount, 0) < 0 ? 'Payment' : 'Receipt'
}

// oxlint-disable-next-line no-control-regex -- XML 1.0 has no character for them
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(NO_XML, '').replace(/[&<>"]/g, (sign) => escapes[sign]!)

const tag = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`

function entryXml(ledger: Ledger, amount: number): string {
  // Debits are negative in Tally.
  return `<ALLLEDGERENTRIES.LIST>${tag('LEDGERNAME', tallyLedgers[ledger][0])}${tag('ISDEEMEDPOSITIVE', amount > 0 ? 'Yes' : 'No')}${tag('AMOUNT', (-amount / 100).toFixed(2))}</ALLLEDGERENTRIES.LIST>`
}

function voucherXml({ type, day, number, narration, entries }: Voucher): string {
  const moved = [...entries].filter(([, amount]) => amount !== 0)
  if (moved.length === 0) return ''
  const party = type === 'Sales' || type === 'Credit Note' ? tag('PARTYLEDGERNAME', tallyLedgers.customers[0]) : ''
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">${tag('DATE', day.replaceAll('-', ''))}${tag('VOUCHERTYPENAME', type)}${tag('VOUCHERNUMBER', number)}${party}${tag('PERSISTEDVIEW', 'Accounting Voucher View')}${tag('NARRATION', narration)}${moved.map(([ledger, amount]) => entryXml(ledger, amount)).join('')}</VOUCHER></TALLYMESSAGE>\n`
}

const ledgerXml = ([name, group]: (typeof tallyLedgers)[Ledger]): string =>
  `<TALLYMESSAGE xmlns:UDF="TallyUDF"><LEDGER NAME="${escaped(name)}" ACTION="Create"><NAME.LIST>${tag('NAME', name)}</NAME.LIST>${tag('PARENT', group)}</LEDGER></TALLYMESSAGE>\n`

/**
 * Returns the parts of an import file of Tally: its ledgers, then the vouchers of papers and money. Tags: Tally's developer
 * reference, 'XML Request and Response Formats'.
 */
export function tallyFile(vouchers: readonly Voucher[]): string[] {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>All Masters</REPORTNAME></REQUESTDESC><REQUESTDATA>\n',
    ...Object.values(tallyLedgers).map(ledgerXml),
    ...vouchers.map(voucherXml),
    '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n',
  ]
}
