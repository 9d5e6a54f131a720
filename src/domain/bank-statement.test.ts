import { describe, expect, test } from 'vitest'
import { findBankTable, guessMapping, readAmount, readBankRows, readDay, utrsIn } from './bank-statement.ts'

/** Reads a file by its own head, as the console does before anybody changes the mapping. */
function read(file: string) {
  const table = findBankTable(file)
  const mapping = table && guessMapping(table.head)
  if (!table || !mapping) throw new Error('no table')
  return readBankRows(table, mapping)
}

const SBI = `Account Name        :\tMEHFIL EVENTS\t
Address             :\t12 MG ROAD, PUNE, 411001\t
Account Number      :\t_00000031234567890
Drawing Power       :\t0.00
Interest Rate(% p.a.):\t2.5
Start Date          :\t1 Dec 2026
End Date            :\t7 Dec 2026

Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance
5 Dec 2026\t5 Dec 2026\t   BY TRANSFER-UPI/CR/412345678901/ASHA RAO/UTIB/asha@okaxis/MF7K2QX4MD--\tTRANSFER FROM 4897690162095 \t \t3,600.00\t1,25,000.50
6 Dec 2026\t6 Dec 2026\t   TO TRANSFER-UPI/DR/412345678902/PRINT SHOP/HDFC/print@okhdfc--\tTRANSFER TO 4897690162096 \t2,000.00\t \t1,23,000.50
6 Dec 2026\t6 Dec 2026\tCASH DEPOSIT SELF\t \t \t1,00,000.00\t2,23,000.50
**This is a computer generated statement and does not require a signature
`

const HDFC = `
  Date     ,Narration                                ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance
 05/12/26  ,UPI-ASHA RAO-ASHA@OKAXIS-UTIB0000123-412345678901-MF7K2QX4MD ,05/12/26 ,      0.00         ,   3600.00         ,0000412345678901 ,   125000.50
 06/12/26  ,UPI-PRINT SHOP-PRINT@OKHDFC-HDFC0000001-412345678902-PAY ,06/12/26 ,   2000.00         ,      0.00         ,0000412345678902 ,   123000.50
`

const ICICI = `\uFEFF"DETAILED STATEMENT"
"Transactions List -  -MEHFIL EVENTS (INR) - 012345678901"

"S No.","Value Date","Transaction Date","Cheque Number","Transaction Remarks","Withdrawal Amount (INR )","Deposit Amount (INR )","Balance (INR )"
"1","05/12/2026","05/12/2026","-","UPI/412345678901/MF7K2QX4MD, seats/asha@okaxis/Axis Bank","0.0","3,600.00","1,25,000.50"
"2","06/12/2026","06/12/2026","-","UPI/412345678902/Pay/print@okhdfc","2,000.00","0.0","1,23,000.50"
"Legends Used in Account Statement"
`

const ICICI_MARKED = `No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)
1,S12345678,05-12-2026,05-12-2026 07:31:02 PM,-,UPI/412345678901/MF7K2QX4MD,CR,"3,600.00","1,25,000.50"
2,S12345679,06-12-2026,06-12-2026 10:00:00 AM,-,UPI/412345678902/Pay,DR,"2,000.00","1,23,000.50"
`

describe('statements of real shapes', () => {
  test.each([
    ['SBI, tabs, preamble and a footer', SBI],
    ['HDFC, padded cells and references', HDFC],
    ['ICICI, byte order mark, quotes and commas inside', ICICI],
    ['ICICI, one amount with Cr/Dr beside it', ICICI_MARKED],
  ])('%s', (_, file) => {
    const { credits, debits, unreadable, from, to } = read(file)
    expect(unreadable).toEqual([])
    expect([from, to]).toEqual(['2026-12-05', '2026-12-06'])
    expect(debits).toBe(1)
    expect(credits[0]).toMatchObject({
      day: '2026-12-05',
      amount: 360000,
      utrs: ['412345678901'],
      balance: 12500050,
      occurrence: 1,
    })
    expect(credits[0]?.narration).toContain('MF7K2QX4MD')
  })

  test('lakhs are read, and cash has no reference', () => {
    expect(read(SBI).credits[1]).toMatchObject({ amount: 10000000, utrs: [], narration: 'CASH DEPOSIT SELF' })
  })

  test('dates with month names, amounts with a mark of their own', () => {
    const file =
      'Date,Particulars,Amount,Balance\n05-DEC-26,UPI 412345678901,"1,500.00 Cr",0\n06-Dec-26,Fee,15.00 Dr,0\n'
    expect(read(file)).toMatchObject({ debits: 1, credits: [{ day: '2026-12-05', amount: 150000 }] })
  })

  test('what came in is positive where there is no mark', () => {
    const file =
      'Transaction Date;Details;Amount\n05.12.2026;UPI/412345678901;500,00\n06.12.2026;UPI/412345678902;500.00\n07.12.2026;Fee;-15.00'
    const statement = read(file)
    expect(statement.credits.map((credit) => credit.day)).toEqual(['2026-12-06'])
    expect(statement.debits).toBe(1)
    expect(statement.unreadable).toEqual([{ row: 2, text: '05.12.2026 UPI/412345678901 500,00' }])
  })

  test('a narration over two lines is one', () => {
    const file = 'Date,Narration,Credit\n05/12/2026,"UPI/4123456789\n01 UPI/412345678901",500\n'
    expect(read(file).credits[0]).toMatchObject({
      narration: 'UPI/4123456789 01 UPI/412345678901',
      utrs: ['412345678901'],
    })
  })

  test('rows alike in everything are told apart, and a balance tells them apart already', () => {
    const head = 'Date,Narration,Credit,Balance\n'
    const same = '05/12/2026,Cash,10.00,\n'
    expect(read(head + same + same).credits.map((credit) => credit.occurrence)).toEqual([1, 2])
    const moving = '05/12/2026,Cash,10.00,10\n05/12/2026,Cash,10.00,20\n'
    expect(read(head + moving).credits.map((credit) => credit.occurrence)).toEqual([1, 1])
  })

  test('overlapping files give the same rows', () => {
    const rows = SBI.split('\n')
    const later = [...rows.slice(0, 9), ...rows.slice(10)].join('\n')
    expect(read(later).credits).toEqual(read(SBI).credits.slice(1))
  })

  test('a row that cannot be read is named, not dropped', () => {
    const file =
      'Date,Narration,Credit\n31/02/2026,UPI/412345678901,500\n05/12/2026,UPI/412345678902,5x\n01/12/2026,Opening balance,\nTotal,,1000\n'
    const { credits, unreadable } = read(file)
    expect(credits).toEqual([])
    expect(unreadable.map(({ row }) => row)).toEqual([2, 3])
  })

  test('a file that is none', () => {
    expect(findBankTable('')).toBeNull()
    expect(findBankTable('Hello\nWorld')).toBeNull()
    expect(guessMapping(['Name', 'Email', 'Phone'])).toBeNull()
    // Columns under other names: somebody has to say which is what.
    const table = findBankTable('Tag,Zweck,Haben\n05/12/2026,UPI/412345678901,500\n')
    expect(table?.head).toEqual(['Tag', 'Zweck', 'Haben'])
    const mapping = {
      date: 0,
      narration: 1,
      credit: 2,
      reference: null,
      debit: null,
      amount: null,
      mark: null,
      balance: null,
    }
    expect(readBankRows(table!, mapping).credits).toHaveLength(1)
  })
})

test('heads are told by their words', () => {
  expect(
    guessMapping(['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance']),
  ).toEqual({
    date: 0,
    narration: 2,
    reference: 3,
    debit: 4,
    credit: 5,
    balance: 6,
    amount: null,
    mark: null,
  })
  expect(guessMapping(['Value Date', 'Transaction Remarks', 'Amount', 'Debit/Credit'])).toMatchObject({
    date: 0,
    narration: 1,
    amount: 2,
    mark: 3,
    credit: null,
  })
})

test.each([
  ['1,25,000.50', 12500050],
  ['125,000.50', 12500050],
  ['3600', 360000],
  ['.5', 50],
  ['0.00', 0],
  ['₹ 1,500', 150000],
  ['Rs. 1,500.00', 150000],
  ['INR 1500', 150000],
  ['1,500.00 Cr', 150000],
  ['1,500.00CR.', 150000],
  ['1,500.00 Dr', -150000],
  ['(1,500.00)', -150000],
  ['-1,500.00', -150000],
  ['₹ -15', -1500],
  ['1500.500', 150050],
  ['', null],
  ['-', null],
  ['five', null],
  ['500,00', null],
  ['1,5', null],
  ['1.234', null],
  ['(500', null],
  ['12 34', null],
  ['99999999999999999', null],
])('amount %j', (text, paise) => {
  expect(readAmount(text)).toBe(paise)
})

test.each([
  ['05/12/2026', '2026-12-05'],
  ['5/1/26', '2026-01-05'],
  ['05-12-2026', '2026-12-05'],
  ['05.12.26', '2026-12-05'],
  ['05-Dec-26', '2026-12-05'],
  ['5 December 2026', '2026-12-05'],
  ['05DEC2026', '2026-12-05'],
  ['05 Dec, 2026', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
  ['2026-12-05T10:00:00', '2026-12-05'],
  ['05/12/2026 07:31:02 PM', '2026-12-05'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['12/31/2026', null],
  ['31/04/2026', null],
  ['05-Foo-26', null],
  ['5', null],
  ['', null],
  ['01/01/1999', null],
])('day %j', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test.each([
  ['behind UPI/', 'UPI/412345678901/asha and 512345678901, 412345678901 again', '', '412345678901'],
  [
    'behind UPI/CR/',
    'BY TRANSFER-UPI/CR/412345678901/MALLORY/HDFC/m@okhdfc/896563725832 790542536902--',
    '',
    '412345678901',
  ],
  ['behind IMPS-', 'MMT/IMPS/412345678901/896563725832/ASHA/HDFC', '', '412345678901'],
  ['filled up with zeros', '', '0000412345678901', '412345678901'],
  ['beginning with a zero', '012345678901', '', '012345678901'],
  [
    'the reference column, not what the payer wrote',
    'UPI-MALLORY-M@OKHDFC-HDFC0000001-896563725832',
    '0000412345678901',
    '412345678901',
  ],
  ['not a telephone in a payment address', 'UPI/412345678901/Pay/919876543210@ybl/Yes Bank', '', '412345678901'],
  ['nor where that is all there is', 'UPI/ASHA/919876543210@ybl/Yes Bank', '', undefined],
  ['nor a payment address with more behind the digits', 'UPI-ASHA-919876543210-2@YBL-PAY', '', undefined],
  ['none where two could be meant', 'UPI-ASHA-A@OKAXIS-412345678901-896563725832', '', undefined],
  ['no run of one digit', 'CASH DEPOSIT 000000000000', '', undefined],
  ['not even in the reference column', 'CASH DEPOSIT', '0000000000000000', undefined],
  ['a digit too many', '1234412345678901 and 41234567890', '', undefined],
  ['inside a word', 'REF412345678901X', '', undefined],
])('the UTR of a transfer: %s', (_, narration, reference, utr) => {
  expect(utrsIn(narration, reference)).toEqual(utr === undefined ? [] : [utr])
})
