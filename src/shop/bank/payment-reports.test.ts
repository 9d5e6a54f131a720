import { describe, expect, test } from 'vitest'
import { csvCell, readCsvTable } from '#platform/text/csv.ts'
import { bankTableOf, guessMapping } from './bank-statement-head.ts'
import { readBankRows } from './bank-statement.ts'
import { paymentReports } from './payment-reports.ts'

/** Reads a file by its own head, as the console does. */
function read(file: string) {
  const { rows, openQuote } = readCsvTable(file)
  const table = bankTableOf(rows, openQuote)!
  return { report: table.report, ...readBankRows(table, guessMapping(table.head)!) }
}

const lines = (head: string, ...rows: string[]) => `${head}\n${rows.join('\n')}\n`

// Heads: each preset in payment-reports.ts names where they were found.
const PHONEPE_TRANSACTIONS = lines(
  'Merchant Id,Merchant Order Id,PhonePe Transaction Id,Transaction Type,Transaction Date,Transaction Amount,Instrument,Transaction Status,Transaction UTR',
  'M1,MF7K2QX4MD,OM261,FORWARD_TRANSACTION,2026-12-05 00:00:11,1800.0,UPI,SUCCESS,412345678901',
  'M1,MF7K2QX4ME,OM262,FORWARD_TRANSACTION,2026-12-05 10:00:00,620.0,UPI,FAILED,',
  'M1,MF7K2QX4ME,OM263,FORWARD_TRANSACTION,2026-12-05 10:01:00,620.0,UPI,PENDING,',
  'M1,MF7K2QX4MF,OM264,FORWARD_TRANSACTION,2026-12-06 21:23:09,699.0,CARD,SUCCESS,',
  'M1,MF7K2QX4MD,OM265,REFUND,2026-12-06 22:00:00,1800.0,UPI,SUCCESS,412345678999',
)
const PHONEPE_SETTLEMENTS = lines(
  'Merchant ID,Merchant Order Id,PhonePe Transaction ID,Payment Type,Transaction Date,Transaction Amount,Instrument,Transaction Status,Settlement Date,Settlement UTR,UPI_UTR,Card_ARN',
  'M1,MF7K2QX4MD,OM261,PAYMENT,2026-12-05 00:00:11,1800.0,UPI,COMPLETED,2026-12-06 16:24:05,YESF262345678901,412345678901,',
  'M1,MF7K2QX4MF,OM264,PAYMENT,2026-12-06 21:23:09,699.0,CARD,COMPLETED,2026-12-07 16:24:05,634012345678,,74',
  'M1,MF7K2QX4MD,OM265,REFUND,2026-12-06 22:00:00,1800.0,UPI,COMPLETED,2026-12-07 16:24:05,634012345678,,',
)
const PHONEPE_REPORT = lines(
  'PaymentType,MerchantReferenceId,PhonePeReferenceId,From,Instrument,CreationDate,TransactionDate,SettlementDate,BankReferenceNo,Amount,Fee,IGST,CGST,SGST',
  'PAYMENT,MF7K2QX4MD,T261,ASHA,UPI_REDEMPTION,05-12-2026,05-12-2026,06-12-2026,634012345678,1800.00,-1.00,0,0,0',
  'PAYMENT,MF7K2QX4MF,T264,BELA,PG_REDEMPTION_CC,06-12-2026,06-12-2026,06-12-2026,634012345678,699.00,-12.00,0,0,0',
  'REFUND,MF7K2QX4MD,T265,ASHA,UPI_REDEMPTION,06-12-2026,06-12-2026,07-12-2026,634012345679,-1800.00,0,0,0,0',
)
const PAYTM = lines(
  'Transaction ID,Order ID,Transaction Date,Updated Date,Transaction Type,Status,Amount,Commission,GST,Settled Amount,Settled Date,UTR No.,Split Flag,Payment Mode',
  '\'20261205111212800110168,\'MF7K2QX4MD,2026-12-05 10:00:00,2026-12-05 10:00:00,ACQUIRING,SUCCESS,"1,800.00",12.00,2.16,1785.84,2026-12-06,634012345678,N,UPI',
  'T3,MF7K2QX4MF,2026-12-06 12:00:00,2026-12-06 12:00:00,ACQUIRING,SUCCESS,699.00,18.00,3.24,677.76,2026-12-06,634012345678,N,CC',
  'T4,MF7K2QX4MG,2026-12-06 13:00:00,,ACQUIRING,PENDING,700.00,,,,,,N,UPI',
  'R1,MF7K2QX4MD,2026-12-06 14:00:00,,REFUND,SUCCESS,1800.00,0,0,-1800.00,2026-12-07,634012345679,N,UPI',
)
const BHARATPE = lines(
  'Payment Timestamp,Type,Status,Amount,Payer Name,Payer Handle,Bank Reference No',
  '05/12/2026 10:00:00,PAYMENT_RECV,SUCCESS,1800,ASHA MF7K2QX4MD,asha@ybl,412345678901',
  '06/12/2026 10:00:00,PAYMENT_RECV,FAILED,620,BELA,bela@ybl,412345678902',
  '06/12/2026 11:00:00,PAYMENT_RECV,SUCCESS,699,CHAND,chand@ybl,412345678903',
  '06/12/2026 12:00:00,REFUND,SUCCESS,1800,ASHA,asha@ybl,412345678904',
)
const RAZORPAY_PAYMENTS = lines(
  'id,amount,currency,status,order_id,invoice_id,international,method,amount_refunded,amount_transferred,refund_status,captured,description,card_id,card,bank,wallet,vpa,email,contact,notes,fee,tax,error_code,error_description,created_at,card_type,card_network',
  `pay_1,1800.00,INR,captured,order_1,,0,upi,0.00,0,,1,Two seats,,,,,asha@ybl,a@x.in,919876543210,${csvCell('{"code":"MF7K2QX4MD","phone":"919876543210"}')},2.36,0.36,,,05/12/2026 10:00:00,,`,
  'pay_2,620.00,INR,failed,order_2,,0,upi,0.00,0,,0,,,,,,,b@x.in,919876543211,[],0,0,BAD,Failed,05/12/2026 11:00:00,,',
  'pay_3,500.00,INR,refunded,order_3,,0,upi,500.00,0,full,1,,,,,,,c@x.in,919876543212,[],0,0,,,05/12/2026 12:00:00,,',
  'pay_4,699.00,INR,captured,order_4,,0,card,0.00,0,,1,MF7K2QX4MF,,,,,,d@x.in,919876543213,[],12.00,1.80,,,06/12/2026 12:00:00,debit,Visa',
  'pay_5,25.00,USD,captured,order_5,,1,card,0.00,0,,1,,,,,,,e@x.in,919876543214,[],1.00,0,,,06/12/2026 13:00:00,credit,Visa',
)
const RAZORPAY_SETTLEMENTS = lines(
  'transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,payment_method,card_type,issuer_name,entity_created_at,payment_captured_at,payment_notes,refund_notes,arn,entity_description,order_id,order_receipt,order_notes,dispute_id,dispute_created_at,dispute_reason,settlement_id,settled_at,settlement_utr,settled_by',
  'payment,pay_1,1800.00,INR,2.00,0.36,0,1797.64,upi,,,05/12/2026 10:00:00,05/12/2026 10:00:05,[],,,Two seats,order_1,MF7K2QX4MD,[],,,,setl_1,06/12/2026,634012345678,Razorpay',
  'payment,pay_4,699.00,INR,12.00,1.80,0,685.20,card,debit,HDFC,06/12/2026 12:00:00,06/12/2026 12:00:05,[],,,,order_4,MF7K2QX4MF,[],,,,setl_1,06/12/2026,634012345678,Razorpay',
  'refund,rfnd_1,1800.00,INR,0,0,1800.00,0,upi,,,06/12/2026 13:00:00,,[],,,,order_1,MF7K2QX4MD,[],,,,setl_2,07/12/2026,634012345679,Razorpay',
)
const SETU = lines(
  'Platform Bill ID,Biller Bill ID,Biller MCC,Platform Bill Status,Amount Total,Amount Paid,Payment Instrument,Payment Date,Payment Reference ID,Payment Receipt,Settlement Date,Settlement UTR,Total Settlement Amount',
  '9001,MF7K2QX4MD,7922,SETTLEMENT_SUCCESSFUL,1800.00,1800.00,UPI,2026-12-04T18:30:11Z,412345678901,R1,2026-12-06,634012345678,1797.00',
  '9002,MF7K2QX4ME,7922,BILL_EXPIRED,620.00,,UPI,,,,,,',
  '9003,MF7K2QX4MG,7922,PAYMENT_FAILED,620.00,620.00,UPI,2026-12-05T10:00:00Z,412345678909,,,,',
  '9004,MF7K2QX4MF,7922,CREDIT_RECEIVED,699.00,699.00,UPI,2026-12-06T10:00:00Z,412345678903,R4,,,',
)

describe('each report: one credit for each payment, gross, with the order’s code and the payment’s own UTR', () => {
  test.each([
    ['PhonePe transactions', PHONEPE_TRANSACTIONS, ['412345678901'], [], 1],
    ['PhonePe settlements', PHONEPE_SETTLEMENTS, ['412345678901'], [], 1],
    ['PhonePe settlement report', PHONEPE_REPORT, [], [], 1],
    ['Paytm settlements', PAYTM, [], [], 1],
    ['BharatPe transactions', BHARATPE, ['412345678901'], ['412345678903'], 1],
    ['Razorpay payments', RAZORPAY_PAYMENTS, [], [], 0],
    ['Razorpay settlement details', RAZORPAY_SETTLEMENTS, [], [], 1],
    ['Setu transactions', SETU, ['412345678901'], ['412345678903'], 0],
  ])('%s', (name, file, utrs, otherUtrs, debits) => {
    const statement = read(file)
    expect(statement.unreadable).toEqual([])
    expect(statement).toMatchObject({ report: name, debits, unmarked: false })
    expect(statement.credits).toMatchObject([
      { day: '2026-12-05', amount: 180000, utrs, balance: null, occurrence: 1 },
      { day: '2026-12-06', amount: 69900, utrs: otherUtrs, balance: null, occurrence: 1 },
    ])
    expect(statement.credits[0]?.narration).toContain('MF7K2QX4MD')
  })

  test('every preset has its test', () => {
    const files = [PHONEPE_TRANSACTIONS, PHONEPE_SETTLEMENTS, PHONEPE_REPORT, PAYTM, BHARATPE, RAZORPAY_PAYMENTS, RAZORPAY_SETTLEMENTS, SETU] // prettier-ignore
    expect(new Set(files.map((file) => read(file).report))).toEqual(new Set(paymentReports.map(({ name }) => name)))
  })
})

test('a settlement’s reference, a payer’s digits and a telephone are never the UTR of a payment', () => {
  for (const file of [PHONEPE_SETTLEMENTS, PHONEPE_REPORT, PAYTM, RAZORPAY_PAYMENTS, RAZORPAY_SETTLEMENTS]) {
    const numbers = read(file).credits.flatMap(({ utrs }) => utrs)
    expect(numbers.filter((utr) => utr !== '412345678901')).toEqual([])
  }
})

test('a state or kind that is not known is named, not guessed', () => {
  const named = (file: string, from: string, to: string) => {
    const { credits, unreadable } = read(file.replace(from, to))
    return [credits.length, unreadable.map(({ row, why }) => [row, why])]
  }
  const first = [1, [[2, 'amount']]]
  expect(named(PHONEPE_TRANSACTIONS, 'SUCCESS', 'ON_HOLD')).toEqual(first)
  expect(named(PHONEPE_TRANSACTIONS, 'SUCCESS', '')).toEqual(first)
  expect(named(PHONEPE_TRANSACTIONS, 'SUCCESS', 'CR')).toEqual(first)
  expect(named(PHONEPE_REPORT, 'PAYMENT,', 'SHORT_SETTLEMENT,')).toEqual(first)
  expect(named(PAYTM, 'ACQUIRING', 'LOAN')).toEqual(first)
  expect(named(SETU, 'SETTLEMENT_SUCCESSFUL', 'SETTLEMENT_FAILED')).toEqual(first)
  // Given back in part.
  expect(named(RAZORPAY_PAYMENTS, '0.00,0,,1,Two', '500.00,0,partial,1,Two')).toEqual(first)
})

test('names written with underscores are the same names', () => {
  const head = PAYTM.slice(0, PAYTM.indexOf('\n'))
  const underscored = PAYTM.replace(head, head.replaceAll(' ', '_'))
  expect(read(underscored).credits).toEqual(read(PAYTM).credits)
})

test('a row that the report repeats is one payment; two payments for one order are two', () => {
  const rows = PHONEPE_TRANSACTIONS.split('\n')
  const repeated = [...rows.slice(0, 2), rows[1], rows[1]!.replace('OM261', 'OM269')].join('\n')
  expect(read(repeated).credits.map(({ narration }) => narration)).toEqual([
    'MF7K2QX4MD · OM261 · 412345678901',
    'MF7K2QX4MD · OM269 · 412345678901',
  ])
})

test('the same payment in PhonePe’s two exports is the same credit', () => {
  expect(read(PHONEPE_SETTLEMENTS).credits).toEqual(read(PHONEPE_TRANSACTIONS).credits)
})

test('a report below other lines, and with its head on each page, is found', () => {
  const head = PHONEPE_TRANSACTIONS.slice(0, PHONEPE_TRANSACTIONS.indexOf('\n'))
  const file = `Report of M1\n\n${PHONEPE_TRANSACTIONS}${head}\n`
  expect(read(file).credits).toEqual(read(PHONEPE_TRANSACTIONS).credits)
  expect(read(file).unreadable).toEqual([])
})

test('bank statements are none of the reports', () => {
  for (const head of [
    'Txn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance',
    'Transaction ID,Value Date,Txn Posted Date,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)',
    'Transaction Date,Transaction Type,Status,Particulars,Amount',
  ]) {
    expect(bankTableOf([{ row: 1, cells: head.split(',') }])?.report, head).toBeNull()
  }
})
