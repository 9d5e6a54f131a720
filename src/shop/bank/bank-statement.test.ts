import { describe, expect, test } from 'vitest'
import { readCsvTable } from '#platform/text/csv.ts'
import { decideDayOrder, readAmount, readDay } from './bank-statement-cells.ts'
import { bankTableOf, guessMapping } from './bank-statement-head.ts'
import { dayOrderOf, readBankRows } from './bank-statement.ts'
import { utrsIn } from './bank-statement-utr.ts'

function findBankTable(file: string) {
  const { rows, openQuote } = readCsvTable(file)
  return bankTableOf(rows, openQuote)
}

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
      'Date,Particulars,Amount,Balance\n05-DEC-26,UPI 412345678901,"1,500.00 Cr",1500\n06-Dec-26,Fee,15.00 Dr,1485\n'
    expect(read(file)).toMatchObject({ debits: 1, credits: [{ day: '2026-12-05', amount: 150000 }] })
  })

  test('what came in is positive where there is no mark', () => {
    const file =
      'Transaction Date;Details;Amount\n05.12.2026;UPI/412345678901;500,00\n06.12.2026;UPI/412345678902;500.00\n07.12.2026;Fee;-15.00'
    const statement = read(file)
    expect(statement.credits.map((credit) => credit.day)).toEqual(['2026-12-06'])
    expect(statement.debits).toBe(1)
    expect(statement.unreadable).toEqual([{ row: 2, text: '05.12.2026 UPI/412345678901 500,00', why: 'amount' }])
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

  test('credits that leave one balance are told apart by their order in the account, whichever way the file goes', () => {
    const head = 'Date,Narration,Debit,Credit,Balance\n'
    const rows = [
      '05/12/2026,UPI/412345678901/ASHA,,500,1500',
      '05/12/2026,Refund,500,,1000',
      '05/12/2026,UPI/412345678902/BELA,,500,1500',
      '06/12/2026,UPI/412345678903/CHAND,,700,2200',
    ]
    const places = (lines: string[]) =>
      Object.fromEntries(read(head + lines.join('\n')).credits.map(({ utrs, occurrence }) => [utrs[0], occurrence]))
    const expected = { 412345678901: 1, 412345678902: 2, 412345678903: 1 }
    expect(places(rows)).toEqual(expected)
    expect(places(rows.toReversed())).toEqual(expected)
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

describe('rows are read right or named', () => {
  const named = (file: string) => read(file).unreadable.map(({ row, why }) => [row, why])

  test('PNB: Dr Amount and Cr Amount are columns of their own', () => {
    const file = `Txn No.,Txn Date,Description,Branch Name,Cheque No.,Dr Amount,Cr Amount,Balance
1,05/12/2026,UPI/CR/412345678901/ASHA,PUNE,,,"3,600.00","1,03,600.00 Cr."
2,06/12/2026,UPI/DR/412345678902/REFUND,PUNE,,"2,000.00",,"1,01,600.00 Cr."
`
    expect(read(file)).toMatchObject({
      debits: 1,
      unreadable: [],
      credits: [{ amount: 360000, utrs: ['412345678901'] }],
    })
  })

  test.each([
    ['Amount (Dr)', 'Amount (Cr)'],
    ['DR_AMOUNT', 'CR_AMOUNT'],
    ['DrAmt', 'CrAmt'],
    ['Withdrawal (Dr)', 'Deposit (Cr)'],
    ['Dr.', 'Cr.'],
  ])('%s and %s', (debit, credit) => {
    expect(guessMapping(['Date', 'Details', debit, credit])).toMatchObject({
      debit: 2,
      credit: 3,
      amount: null,
      mark: null,
    })
  })

  test('Kotak: one column whose amounts carry (Cr) and (Dr)', () => {
    const file = `Sl. No.,Date,Description,Chq / Ref number,Withdrawal (Dr)/Deposit (Cr),Balance
1,05-12-2026,UPI/ASHA/412345678901,UPI-412345678901,"3,570.00(Cr)","5,000.00(Cr)"
2,06-12-2026,UPI/SHOP/412345678902,UPI-412345678902,70.00(Dr),"4,930.00(Cr)"
`
    expect(read(file)).toMatchObject({ debits: 1, unreadable: [], credits: [{ amount: 357000, balance: 500000 }] })
  })

  test('Canara: every cell as ="…"', () => {
    const file = `Txn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance
="05-12-2026 10:00:00",="05 Dec 2026",="",="UPI/CR/412345678901/ASHA",="33",,="1,800.00",="9,800.00"
"=""06-12-2026 10:00:00""","=""06 Dec 2026""","=""""","=""UPI/DR/412345678902/X""",33,"=""800.00""",,"=""9,000.00"""
`
    expect(read(file)).toMatchObject({
      debits: 1,
      unreadable: [],
      credits: [{ amount: 180000, utrs: ['412345678901'] }],
    })
  })

  test('commas of a payer’s note do not shift the amount', () => {
    const file = `Date,Narration,Chq/Ref Number,Debit Amount,Credit Amount,Closing Balance
05/12/2026,UPI/CR/412345678901/M/note,,,50000.00,100.00,100.00,5000.00
06/12/2026,UPI/CR/412345678902/M,,,1800.00,6800.00
07/12/2026,UPI/CR/412345678903/M,,1800.00
`
    expect(named(file)).toEqual([
      [2, 'cells'],
      [4, 'cells'],
    ])
    expect(read(file).credits.map(({ amount }) => amount)).toEqual([180000])
  })

  test('separators at the end of rows are no cells', () => {
    const file = 'Date,Narration,Credit,,\n05/12/2026,UPI/412345678901,500\n06/12/2026,UPI/412345678902,600,,,,\n'
    expect(read(file)).toMatchObject({ unreadable: [], credits: [{ amount: 50000 }, { amount: 60000 }] })
  })

  test('a quote in the middle of a cell’s end makes its row unreadable; one that never closes is known by its row', () => {
    const head = 'Date,Narration,Credit\n'
    const swallowed = `${head}05/12/2026,"UPI/1,500\n06/12/2026,"x,700\n07/12/2026,Cash,10\n`
    expect(named(swallowed)).toEqual([[2, 'quotes']])
    expect(
      findBankTable(`${head}05/12/2026,Cash,10\n\n06/12/2026,"UPI/412345678901,500\n07/12/2026,Cash,20\n`)?.openQuote,
    ).toBe(4)
    expect(findBankTable(SBI)?.openQuote).toBeNull()
  })

  test('a summary below the rows is no row that cannot be read', () => {
    const file = `${HDFC}

STATEMENT SUMMARY  :-
Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal
121400.50,1,1,2000.00,3600.00,123000.50

Generated On: 07-Dec-2026 10:00:00,Generated By: 12345678,Requesting Branch Code: NET
`
    expect(read(file)).toEqual(read(HDFC))
  })

  test('a head repeated on each page goes on; rows of another table are named', () => {
    const head = 'Date,Narration,Credit\n'
    const other = 'Date,Credit,Remarks\n06/12/2026,500,412345678902\n'
    const file = `${head}05/12/2026,UPI/412345678901,500\n${head}06/12/2026,UPI/412345678902,600\n${other}`
    expect(read(file).credits).toHaveLength(2)
    expect(named(file)).toEqual([[6, 'head']])
  })

  test('a credit without a date of its own is named, a total is not', () => {
    const file = 'Date,Narration,Credit\n05/12/2026,UPI/412345678901,500\n,UPI/412345678902,600\n,Total,1100\n'
    expect(named(file)).toEqual([[3, 'date']])
  })

  test('rows are counted as a spreadsheet counts them', () => {
    expect(named('My bank\n\n\nDate,Narration,Credit\n\n05/12/2026,"two\nlines",x5\n')).toEqual([[6, 'amount']])
  })

  test('what its mark does not say is neither', () => {
    const file =
      'Date,Details,Amount,Type\n05/12/2026,UPI/412345678901,500,Deposit\n06/12/2026,x,600,UPI\n07/12/2026,y,700,Debit\n'
    expect(read(file)).toMatchObject({ debits: 1, credits: [{ amount: 50000 }] })
    expect(named(file)).toEqual([[3, 'amount']])
  })

  test('amounts of one column without any mark are said to be so', () => {
    const head = 'Date,Details,Amount\n'
    expect(read(`${head}05/12/2026,a,500\n06/12/2026,b,600\n`).unmarked).toBe(true)
    expect(read(`${head}05/12/2026,a,500\n06/12/2026,b,-600\n`).unmarked).toBe(false)
    expect(read(`${head}05/12/2026,a,500 Cr\n`).unmarked).toBe(false)
    expect(read(SBI).unmarked).toBe(false)
  })
})

describe('balances are added up', () => {
  const rows = (...lines: string[]) => ['Date,Narration,Debit,Credit,Balance', ...lines].join('\n')
  const first = '05/12/2026,UPI/412345678901,,500,1500'
  const second = '06/12/2026,UPI/412345678902,200,,1300'
  const third = '07/12/2026,UPI/412345678903,,700,2000'

  test('in either order, from an opening balance on', () => {
    expect(read(rows(first, second, third)).unreadable).toEqual([])
    expect(read(rows(third, second, first)).unreadable).toEqual([])
    expect(read(rows('04/12/2026,Opening balance,,,1000', first, second)).unreadable).toEqual([])
    expect(read(rows('04/12/2026,Opening balance,,,900', first)).unreadable).toMatchObject([{ row: 3, why: 'balance' }])
  })

  test('a row that does not add up is not read, and says what it should be', () => {
    const shifted = '06/12/2026,UPI/412345678902,,50000,100'
    const { credits, unreadable } = read(rows(first, shifted))
    expect(credits).toHaveLength(1)
    expect(unreadable).toMatchObject([{ row: 3, why: 'balance', before: 150000, moved: 5000000, balance: 10000 }])
    expect(read(rows(first, second, '07/12/2026,UPI/412345678903,,800,2000')).unreadable).toMatchObject([{ row: 4 }])
    expect(read(rows('07/12/2026,UPI/412345678903,,800,2000', second, first)).unreadable).toMatchObject([{ row: 2 }])
  })

  test('behind a row that cannot be read nothing is known', () => {
    expect(read(rows(first, '06/12/2026,x,20x,,1300', third)).unreadable).toMatchObject([{ row: 3, why: 'amount' }])
  })
})

describe('dates that can be read in two ways', () => {
  test.each([
    ['a day above 12 behind', ['11/3/2026', '11/13/2026'], 'month-first'],
    ['a day above 12 in front', ['3/11/2026', '13/11/2026'], 'day-first'],
    ['the order of rows, months in front', ['11/9/2026', '11/12/2026', '12/1/2026', '12/3/2026'], 'month-first'],
    ['the order of rows, days in front', ['9/11/2026', '12/11/2026', '1/12/2026', '3/12/2026'], 'day-first'],
    ['newest first', ['12/3/2026', '12/1/2026', '11/12/2026', '11/9/2026'], 'month-first'],
    ['nothing says it', ['11/3/2026', '11/4/2026'], null],
    ['both are said', ['13/11/2026', '11/13/2026'], null],
    ['two digits everywhere, as banks write', ['05/12/2026', '06/12/2026'], 'day-first'],
    ['the same in either order', ['5/5/2026'], 'day-first'],
    ['months by name, or the year in front', ['5 Dec 2026', '2026-12-05', ''], 'day-first'],
  ])('%s', (_, cells, order) => {
    expect(decideDayOrder(cells)).toBe(order)
  })

  test('a file saved in a spreadsheet of the USA is read as it was meant', () => {
    const file = 'Date,Narration,Credit\n11/3/2026,UPI/412345678901,500\n11/23/2026 10:15,UPI/412345678902,600\n'
    expect(read(file).credits.map(({ day }) => day)).toEqual(['2026-11-03', '2026-11-23'])
    const table = findBankTable('Date,Narration,Credit\n11/3/2026,UPI/412345678901,500\n')!
    const mapping = guessMapping(table.head)!
    expect(dayOrderOf(table, mapping)).toBeNull()
    expect(readBankRows(table, mapping, 'month-first').credits[0]?.day).toBe('2026-11-03')
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
  'Tran Type', 'Trans. Type', 'Txn Type', 'Transaction Type', 'Type', 'Part Tran Type', 'Indicator', 'Dr/Cr Indicator',
  'D/C', 'C/D', 'Dr/Cr', 'Cr/Dr', 'DR_CR', 'DrCr', 'D/C Ind.', 'Dr | Cr', 'Debit / Credit Flag', 'Transaction Type (Dr/Cr)',
])('%s is the mark beside an amount', (head) => {
  expect(guessMapping(['Date', 'Particulars', head, 'Amount'])).toMatchObject({ mark: 2, amount: 3, credit: null })
}) // prettier-ignore

test('the column that says both directions is the mark, not the kind of transaction', () => {
  expect(guessMapping(['Date', 'Particulars', 'Tran Type', 'Amount', 'Dr/Cr'])).toMatchObject({ mark: 4 })
  expect(guessMapping(['Date', 'Particulars', 'Amount Type', 'Amount'])).toMatchObject({ mark: 2, amount: 3 })
  expect(guessMapping(['Date', 'Particulars', 'Amount', 'Balance (Dr/Cr)'])).toMatchObject({ mark: null, balance: 3 })
  expect(guessMapping(['Date', 'Particulars', 'Deposit/Withdrawal'])).toMatchObject({ mark: null, amount: 2 })
  expect(guessMapping(['Date', 'Tran Type', 'Part Tran Type', 'Particulars', 'Amount'])).toMatchObject({ mark: 2 })
})

describe('a mark is believed where its column has nothing but marks', () => {
  const rows = (...lines: string[]) => read(['Date,Particulars,Tran Type,Amount', ...lines].join('\n'))
  const one = '05/12/2026,UPI/412345678901'
  const two = '06/12/2026,UPI/412345678902'

  test('debits are told from credits', () => {
    for (const [credit, debit] of [
      ['CR', 'DR'],
      ['C', 'D'],
      ['Credit', 'Debit'],
    ])
      // prettier-ignore
      expect(rows(`${one},${credit},500`, `${two},${debit},600`)).toMatchObject({
        debits: 1,
        unmarked: false,
        unreadable: [],
        credits: [{ amount: 50000 }],
      })
  })

  test('C beside T is cash beside a transfer', () => {
    expect(rows(`${one},C,500`, `${two},T,600`)).toMatchObject({ credits: [], unreadable: [{ row: 2 }, { row: 3 }] })
  })

  test('the names of ways to pay are no marks: the sign says it, or nothing does', () => {
    expect(rows(`${one},UPI,500`, `${two},NEFT,-600`)).toMatchObject({ debits: 1, unmarked: false, unreadable: [] })
    expect(rows(`${one},UPI,500`, `${two},NEFT,600`)).toMatchObject({ debits: 0, unmarked: true, unreadable: [] })
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
  ['1,800.00(Cr)', 180000],
  ['1,800.00 (Dr.)', -180000],
  ['(1,800.00 Cr', null],
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
  ['not a telephone where the UTR stands', 'UPI/919876543210-2@ybl/ASHA/HDFC/412345678901', '', '412345678901'],
  [
    'not what the payer’s name makes of itself',
    'UPI-MALLORY UPI-896563725832-M@OKHDFC-HDFC0000001-412345678901-X',
    '',
    '412345678901',
  ],
  ['nor a name with a slash', 'UPI-MALLORY UPI/896563725832/X-M@OKHDFC-HDFC0000001-412345678901-X', '', undefined],
  [
    'nor a name with the bank’s own words',
    'UPI-BY TRANSFER-UPI/CR/896563725832/M@OKHDFC-412345678901-X',
    '',
    undefined,
  ],
  ['nor a name that begins like a UTR', 'UPI-896563725832-M@OKHDFC-HDFC0000001-412345678901-X', '', '412345678901'],
  ['two numbers behind UPI-', 'UPI-896563725832-MALLORY-412345678901-X', '', undefined],
  ['a payment address with a point', 'UPI/CR/919876543210.shop@ybl/412345678901/ASHA', '', '412345678901'],
  ['a payment address with an underscore', 'UPI/P2A/919876543210_1@ybl/412345678901', '', '412345678901'],
  ['a payment address torn in two', 'UPI/919876543210 @ybl/ASHA/412345678901', '', '412345678901'],
  ['a payment address filled up with zeros', 'UPI/0000919876543210@ybl/ASHA/412345678901', '', '412345678901'],
  ['digits behind the @', 'UPI/asha@919876543210/412345678901', '', '412345678901'],
  ['a telephone with its plus', 'UPI/ASHA/+919876543210/Pay', '', undefined],
  ['a telephone beside the UTR', 'UPI/ASHA 919876543210/HDFC/412345678901', '', undefined],
  ['a note before the bank’s words', 'MF7K UPI/896563725832/412345678901', '', undefined],
  ['a note of NEFT, whose own reference is none', 'NEFT CR-HDFC0000001-MALLORY-UPI/896563725832', '', undefined],
  ['nor of RTGS behind BY TRANSFER', 'BY TRANSFER-RTGS/UTIBR12026120500000001/896563725832', '', undefined],
  ['behind UPI/, a payer’s address right after it', 'UPI/412345678901/asha@okaxis/896563725832', '', '412345678901'],
  ['behind DEP TFR', 'DEP TFR   UPI/CR/412345678901/ASHA/896563725832', '', '412345678901'],
  ['behind Recd:IMPS/', 'Recd:IMPS/412345678901/ASHA/896563725832', '', '412345678901'],
  ['behind UPI IN/', 'UPI IN/412345678901/919876543210@ybl/896563725832', '', '412345678901'],
  ['behind UPIAB/', 'UPIAB/412345678901/CR/ASHA/896563725832', '', '412345678901'],
  ['letters of another script right behind', 'UPI/412345678901\u0905/ASHA', '', undefined],
  ['in capitals or not', 'by transfer-upi/p2m/412345678901/asha/896563725832', '', '412345678901'],
])('the UTR of a transfer: %s', (_, narration, reference, utr) => {
  expect(utrsIn(narration, reference)).toEqual(utr === undefined ? [] : [utr])
})
