import { describe, expect, test } from 'vitest'
import { readCsvTable } from '#platform/text/csv.ts'
import { bankTableOf, columnsOf, unusedColumns } from './bank-statement-head.ts'
import { stateOf } from './bank-statement-states.ts'
import { readBankRows } from './bank-statement.ts'

/** Reads a file by its own head, as the console does. */
function read(file: string) {
  const { rows, openQuote } = readCsvTable(file)
  const table = bankTableOf(rows, openQuote)!
  const mapping = columnsOf(table.head, table.rows)
  const { credits, unreadable, states, debits } = readBankRows(table, mapping)
  return {
    mapping,
    utrs: credits.map((credit) => credit.utrs),
    unreadable: unreadable.map((line) => [line.row, line.why, 'text' in line && 'said' in line ? line.said : '']),
    states,
    debits,
    unused: unusedColumns(table, mapping),
  }
}

const gateway = (states: readonly string[], name = 'Status') =>
  `Transaction Date,Order Id,Description,Payer VPA,Amount,${name},RRN\n${states
    .map((state, at) => `27/11/2026,${at},Ticket,asha@okaxis,1800.00,${state},${633112345678 + at}`)
    .join('\n')}\n`

describe('a column of states', () => {
  test('only what succeeded is a credit; what failed, waits, or went back is none', () => {
    expect(read(gateway(['SUCCESS', 'FAILED', 'REFUNDED', 'PENDING']))).toMatchObject({
      utrs: [['633112345678']],
      unreadable: [],
      debits: 0,
      states: [
        { text: 'SUCCESS', rows: 1, counts: true },
        { text: 'FAILED', rows: 1, counts: false },
        { text: 'REFUNDED', rows: 1, counts: false },
        { text: 'PENDING', rows: 1, counts: false },
      ],
      unused: ['Order Id', 'Payer VPA'],
    })
  })

  test('also beside a credit column, where the reference is in the narration', () => {
    const file =
      'Date,Particulars,Credit Amount,Status\n27/11/2026,UPI 633112345678 asha,1800.00,Completed\n27/11/2026,UPI 633112345679 ravi,1800.00,Declined\n'
    expect(read(file)).toMatchObject({ utrs: [['633112345678']], unreadable: [] })
  })

  test('an unknown word, or none, names the row', () => {
    expect(read(gateway(['SUCCESS', 'ON_HOLD', '', 'Partially refunded'])).unreadable).toEqual([
      [3, 'state', 'ON_HOLD'],
      [4, 'state', ''],
      [5, 'state', 'Partially refunded'],
    ])
  })

  test.each([
    'Status',
    'Payment Status',
    'txn_status',
    'Credit Status',
    'PaymentStatus',
    'State',
    'Result',
    'Payment State',
  ])('is found by its name: %s', (name) => {
    expect(read(gateway(['SUCCESS', 'FAILED'], name))).toMatchObject({
      mapping: { state: 5 },
      utrs: [['633112345678']],
    })
  })

  test('is found by its words where its name says nothing', () => {
    expect(read(gateway(['Success', 'Failed'], 'How it went')).utrs).toEqual([['633112345678']])
    expect(read(gateway(['SUCCESS', 'FAILED'], '')).utrs).toEqual([['633112345678']])
  })

  test('an address is no state', () => {
    expect(read(gateway(['Maharashtra', 'Goa'], 'State'))).toMatchObject({ mapping: { state: null }, states: [] })
    expect(read(gateway(['Maharashtra', 'Goa'], 'Billing State')).unused).toContain('Billing State')
  })

  test('Dr and Cr in it say the direction', () => {
    expect(read(gateway(['Credit', 'Debit'], 'Status'))).toMatchObject({ utrs: [['633112345678']], debits: 1 })
  })

  test('is known in a head whose other columns are not', () => {
    const table = bankTableOf(readCsvTable('When,What,In,Status\n27/11/2026,UPI,5,FAILED\n').rows)!
    expect(columnsOf(table.head, table.rows).state).toBe(3)
  })
})

test.each([
  ['in', ['SUCCESS', 'Successful', 'TXN_SUCCESS', 'Payment Completed', 'captured', 'PAID', 'Settled', 'Received']],
  ['none', ['FAILED', 'Failure', 'declined', 'REVERSED', 'Auto-Refunded', 'USER_DROPPED', 'Timed out', 'In progress', 'cancelled', 'Chargeback', 'Not successful', 'unsuccessful']], // prettier-ignore
  [null, ['', 'Success?Failed', 'deemed', 'partial', 'S', '00', 'success refunded', 'unsettled']],
] as const)('states that are %s', (said, words) => {
  for (const word of words) expect(stateOf(word), word).toBe(said)
})

describe('money that is not rupees, or went back', () => {
  const money = (name: string, ...cells: string[]) =>
    read(`Date,Narration,Credit,${name},RRN\n${cells.map((cell, at) => `27/11/2026,Ticket,1800.00,${cell},${633112345678 + at}`).join('\n')}\n`) // prettier-ignore

  test('another currency names the row', () => {
    expect(money('Currency', 'INR', 'USD', '₹', 'Rs.', '')).toMatchObject({
      utrs: [['633112345678'], ['633112345680'], ['633112345681'], ['633112345682']],
      unreadable: [[3, 'currency', 'USD']],
    })
    expect(money('CCY', 'AED')).toMatchObject({ utrs: [], unreadable: [[2, 'currency', 'AED']] })
  })

  test('so does one in the head of the amount', () => {
    const file = 'Date,Narration,Credit (USD)\n27/11/2026,Ticket,1800.00\n'
    expect(read(file)).toMatchObject({ utrs: [], unreadable: [[2, 'currency', 'USD']] })
    expect(read(file.replace('USD', 'INR'))).toMatchObject({ utrs: [[]], unreadable: [] })
  })

  test('a refund beside a payment names the row', () => {
    expect(money('Refund Amount', '0.00', '', '1800.00', '-').unreadable).toEqual([[4, 'refund', '1800.00']])
    expect(money('refund_status', '', 'null', 'full', 'NA').unreadable).toEqual([[4, 'refund', 'full']])
    expect(money('Refundable', 'Yes').unreadable).toEqual([])
    expect(money('Type', 'Payment', 'Refund')).toMatchObject({
      utrs: [['633112345678']],
      unreadable: [[3, 'refund', 'Refund']],
    })
  })
})

test('a column that is not used is named, unless it is empty', () => {
  const file = 'Date,Value Date,Narration,Credit,Branch,Empty,\n27/11/2026,28/11/2026,UPI,5,Pune,,x\n'
  expect(read(file).unused).toEqual(['Value Date', 'Branch', 'Column 7'])
})

test('a report’s own columns that no preset reads are named', () => {
  const head = 'Payment Timestamp,Type,Status,Amount,Payer Name,Payer Handle,Bank Reference No,Risk'
  const row = '05/12/2026 10:00:00,PAYMENT_RECV,SUCCESS,1800,ASHA,asha@ybl,412345678901,high'
  expect(read(`${head}\n${row}\n`)).toMatchObject({ unused: ['Risk'], utrs: [['412345678901']] })
})
