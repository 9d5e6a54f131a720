import { describe, expect, test } from 'vitest'
import { readCsvTable } from '#platform/text/csv.ts'
import { decideDayOrder, readAmount, readDay, utrsIn } from './bank-statement-cells.ts'
import { bankTableOf, guessMapping } from './bank-statement-head.ts'
import { dayOrderOf, readBankRows } from './bank-statement.ts'

function findBankTable(file: string) {
  const { rows, openQuote } = readCsvTable(file)
  return bankTableOf(rows, openQuote)
}

/** Reads a file by its own head, as the console does before staff change the mapping. */
function read(file: string) {
  const table = findBankTable(file)
  const mapping = table && guessMapping(table.head)
  if (!table || !mapping) throw new Error('no table')
  return readBankRows(table, mapping)
}

const unmapped = {
  ...{ date: null, narration: null, reference: null, debit: null },
  ...{ credit: null, amount: null, mark: null, balance: null, state: null, currency: null },
}
/** One credit, of the usual UTR, and one debit. */
const oneOf = (amount: number, more: object = {}) => ({
  ...{ debits: 1, unreadable: [] },
  credits: [{ amount, utrs: ['412345678901'], ...more }],
})

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

describe('statements of real banks', () => {
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

  test('reads lakhs, and cash without a reference', () => {
    expect(read(SBI).credits[1]).toMatchObject({ amount: 10000000, utrs: [], narration: 'CASH DEPOSIT SELF' })
  })

  test('reads dates with month names and amounts with their own mark', () => {
    const file =
      'Date,Particulars,Amount,Balance\n05-DEC-26,UPI 412345678901,"1,500.00 Cr",1500\n06-Dec-26,Fee,15.00 Dr,1485\n'
    expect(read(file)).toMatchObject({ debits: 1, credits: [{ day: '2026-12-05', amount: 150000 }] })
  })

  test('reads positive amounts as credits where there is no mark', () => {
    const file =
      'Transaction Date;Details;Amount\n05.12.2026;UPI/412345678901;500,00\n06.12.2026;UPI/412345678902;500.00\n07.12.2026;Fee;-15.00'
    const statement = read(file)
    expect(statement.credits.map((credit) => credit.day)).toEqual(['2026-12-06'])
    expect(statement.debits).toBe(1)
    expect(statement.unreadable).toEqual([{ row: 2, text: '05.12.2026 UPI/412345678901 500,00', why: 'amount' }])
  })

  test('joins a narration of two lines', () => {
    const file = 'Date,Narration,Credit\n05/12/2026,"UPI/4123456789\n01 UPI/412345678901",500\n'
    expect(read(file).credits[0]).toMatchObject({
      narration: 'UPI/4123456789 01 UPI/412345678901',
      utrs: ['412345678901'],
    })
  })

  test('numbers rows that are alike in everything, unless their balances differ', () => {
    const head = 'Date,Narration,Credit,Balance\n'
    const same = '05/12/2026,Cash,10.00,\n'
    expect(read(head + same + same).credits.map((credit) => credit.occurrence)).toEqual([1, 2])
    const moving = '05/12/2026,Cash,10.00,10\n05/12/2026,Cash,10.00,20\n'
    expect(read(head + moving).credits.map((credit) => credit.occurrence)).toEqual([1, 1])
  })

  test('numbers credits with equal balances by their order in the account, for both row orders', () => {
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

  test('reads the same rows from overlapping files', () => {
    const rows = SBI.split('\n')
    const later = [...rows.slice(0, 9), ...rows.slice(10)].join('\n')
    expect(read(later).credits).toEqual(read(SBI).credits.slice(1))
  })

  test('names rows that it cannot read', () => {
    const file =
      'Date,Narration,Credit\n31/02/2026,UPI/412345678901,500\n05/12/2026,UPI/412345678902,5x\n01/12/2026,Opening balance,\nTotal,,1000\n'
    const { credits, unreadable } = read(file)
    expect(credits).toEqual([])
    expect(unreadable.map(({ row }) => row)).toEqual([2, 3])
  })

  test('returns null for a file that is not a statement', () => {
    expect(findBankTable('')).toBeNull()
    expect(findBankTable('Hello\nWorld')).toBeNull()
    expect(guessMapping(['Name', 'Email', 'Phone'])).toBeNull()
    // Columns under other names: staff name them.
    const table = findBankTable('Tag,Zweck,Haben\n05/12/2026,UPI/412345678901,500\n')
    expect(table?.head).toEqual(['Tag', 'Zweck', 'Haben'])
    const mapping = { ...unmapped, date: 0, narration: 1, credit: 2 }
    expect(readBankRows(table!, mapping).credits).toHaveLength(1)
  })
})

describe('rows are read correctly or named', () => {
  const named = (file: string) => read(file).unreadable.map(({ row, why }) => [row, why])

  test('PNB: separate columns for Dr Amount and Cr Amount', () => {
    const file = `Txn No.,Txn Date,Description,Branch Name,Cheque No.,Dr Amount,Cr Amount,Balance
1,05/12/2026,UPI/CR/412345678901/ASHA,PUNE,,,"3,600.00","1,03,600.00 Cr."
2,06/12/2026,UPI/DR/412345678902/REFUND,PUNE,,"2,000.00",,"1,01,600.00 Cr."
`
    expect(read(file)).toMatchObject(oneOf(360000))
  })

  test.each([
    ['Amount (Dr)', 'Amount (Cr)'],
    ['DR_AMOUNT', 'CR_AMOUNT'],
    ['DrAmt', 'CrAmt'],
    ['Withdrawal (Dr)', 'Deposit (Cr)'],
    ['Dr.', 'Cr.'],
  ])('%s and %s', (debit, credit) => {
    const mapping = { debit: 2, credit: 3, amount: null, mark: null }
    expect(guessMapping(['Date', 'Details', debit, credit])).toMatchObject(mapping)
  })

  test('Kotak: one column with (Cr) and (Dr) after the amounts', () => {
    const file = `Sl. No.,Date,Description,Chq / Ref number,Withdrawal (Dr)/Deposit (Cr),Balance
1,05-12-2026,UPI/ASHA/412345678901,UPI-412345678901,"3,570.00(Cr)","5,000.00(Cr)"
2,06-12-2026,UPI/SHOP/412345678902,UPI-412345678902,70.00(Dr),"4,930.00(Cr)"
`
    expect(read(file)).toMatchObject(oneOf(357000, { balance: 500000 }))
  })

  // The newer head, as exports of 2026 have it.
  test('Kotak: one column of amounts with signs, without a mark', () => {
    const file = `Account Statement
#,TRANSACTION DATE,VALUE DATE,TRANSACTION DETAILS,CHQ / REF NO.,DEBIT/CREDIT(₹),BALANCE(₹)
1,05 Dec 2026,05 Dec 2026,UPI/ASHA RAO/412345678901/7K2QX4MD seats,UPI-412345678901,"+1,800.00","6,800.00"
2,06 Dec 2026,06 Dec 2026,UPI/PRINT SHOP/412345678902/Pay,UPI-412345678902,"-2,000.00","4,800.00"
`
    expect(read(file)).toMatchObject({ ...oneOf(180000, { day: '2026-12-05', balance: 680000 }), unmarked: false })
    expect(guessMapping(['Date', 'Particulars', 'Debit / Credit Flag'])).toBeNull()
    const unsigned = file.replaceAll('"+', '"').replaceAll('"-', '"')
    expect(read(unsigned.replace('"4,800.00"', '"8,800.00"')).unmarked).toBe(true)
  })

  test.each([
    ['whole', 'UPI/CR/652032424626/ASHA RAO/YESB/asha@ok/7K2QX4MD'],
    ['cut to five signs, as SBI does', 'UPI/CR/652032424626/ASHA RAO/YESB/asha@ok/7K2QX'],
  ])('the narration keeps the payer’s note, %s', (_, narration) => {
    expect(read(`Date,Narration,Credit\n05/12/2026,${narration},1800\n`).credits).toMatchObject([
      { narration, utrs: ['652032424626'] },
    ])
  })

  test('Canara: every cell as ="…"', () => {
    const file = `Txn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance
="05-12-2026 10:00:00",="05 Dec 2026",="",="UPI/CR/412345678901/ASHA",="33",,="1,800.00",="9,800.00"
"=""06-12-2026 10:00:00""","=""06 Dec 2026""","=""""","=""UPI/DR/412345678902/X""",33,"=""800.00""",,"=""9,000.00"""
`
    expect(read(file)).toMatchObject(oneOf(180000))
  })

  test('a payer’s note with commas does not shift the amount', () => {
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

  test('ignores separators at the end of rows', () => {
    const file = 'Date,Narration,Credit,,\n05/12/2026,UPI/412345678901,500\n06/12/2026,UPI/412345678902,600,,,,\n'
    expect(read(file)).toMatchObject({ unreadable: [], credits: [{ amount: 50000 }, { amount: 60000 }] })
  })

  test('names a row with a misplaced quote; returns the row of a quote that never closes', () => {
    const head = 'Date,Narration,Credit\n'
    const swallowed = `${head}05/12/2026,"UPI/1,500\n06/12/2026,"x,700\n07/12/2026,Cash,10\n`
    expect(named(swallowed)).toEqual([[2, 'quotes']])
    expect(
      findBankTable(`${head}05/12/2026,Cash,10\n\n06/12/2026,"UPI/412345678901,500\n07/12/2026,Cash,20\n`)?.openQuote,
    ).toBe(4)
    expect(findBankTable(SBI)?.openQuote).toBeNull()
  })

  test('skips a summary below the rows', () => {
    const file = `${HDFC}

STATEMENT SUMMARY  :-
Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal
121400.50,1,1,2000.00,3600.00,123000.50

Generated On: 07-Dec-2026 10:00:00,Generated By: 12345678,Requesting Branch Code: NET
`
    expect(read(file)).toEqual(read(HDFC))
  })

  test('skips a head repeated on each page; names rows of another table', () => {
    const head = 'Date,Narration,Credit\n'
    const other = 'Date,Credit,Remarks\n06/12/2026,500,412345678902\n'
    const file = `${head}05/12/2026,UPI/412345678901,500\n${head}06/12/2026,UPI/412345678902,600\n${other}`
    expect(read(file).credits).toHaveLength(2)
    expect(named(file)).toEqual([[6, 'head']])
  })

  test('names a credit without a date, but not a total', () => {
    const file = 'Date,Narration,Credit\n05/12/2026,UPI/412345678901,500\n,UPI/412345678902,600\n,Total,1100\n'
    expect(named(file)).toEqual([[3, 'date']])
  })

  test('numbers rows as a spreadsheet does', () => {
    expect(named('My bank\n\n\nDate,Narration,Credit\n\n05/12/2026,"two\nlines",x5\n')).toEqual([[6, 'amount']])
  })

  test('names a row whose mark is not a mark', () => {
    const file =
      'Date,Details,Amount,Type\n05/12/2026,UPI/412345678901,500,Deposit\n06/12/2026,x,600,UPI\n07/12/2026,y,700,Debit\n'
    expect(read(file)).toMatchObject({ debits: 1, credits: [{ amount: 50000 }] })
    expect(named(file)).toEqual([[3, 'amount']])
  })

  test('reports amounts in one column without any mark', () => {
    const head = 'Date,Details,Amount\n'
    expect(read(`${head}05/12/2026,a,500\n06/12/2026,b,600\n`).unmarked).toBe(true)
    expect(read(`${head}05/12/2026,a,500\n06/12/2026,b,-600\n`).unmarked).toBe(false)
    expect(read(`${head}05/12/2026,a,500 Cr\n`).unmarked).toBe(false)
    expect(read(SBI).unmarked).toBe(false)
  })
})

describe('balances', () => {
  const rows = (...lines: string[]) => ['Date,Narration,Debit,Credit,Balance', ...lines].join('\n')
  const first = '05/12/2026,UPI/412345678901,,500,1500'
  const second = '06/12/2026,UPI/412345678902,200,,1300'
  const third = '07/12/2026,UPI/412345678903,,700,2000'

  test('add up in either row order, from an opening balance on', () => {
    expect(read(rows(first, second, third)).unreadable).toEqual([])
    expect(read(rows(third, second, first)).unreadable).toEqual([])
    expect(read(rows('04/12/2026,Opening balance,,,1000', first, second)).unreadable).toEqual([])
    expect(read(rows('04/12/2026,Opening balance,,,900', first)).unreadable).toMatchObject([{ row: 3, why: 'balance' }])
  })

  test('name a row that does not add up, with the expected balance', () => {
    const shifted = '06/12/2026,UPI/412345678902,,50000,100'
    const { credits, unreadable } = read(rows(first, shifted))
    expect(credits).toHaveLength(1)
    expect(unreadable).toMatchObject([{ row: 3, why: 'balance', before: 150000, moved: 5000000, balance: 10000 }])
    expect(read(rows(first, second, '07/12/2026,UPI/412345678903,,800,2000')).unreadable).toMatchObject([{ row: 4 }])
    expect(read(rows('07/12/2026,UPI/412345678903,,800,2000', second, first)).unreadable).toMatchObject([{ row: 2 }])
  })

  test('are not checked after a row that cannot be read', () => {
    expect(read(rows(first, '06/12/2026,x,20x,,1300', third)).unreadable).toMatchObject([{ row: 3, why: 'amount' }])
  })
})

describe('ambiguous dates', () => {
  test.each([
    ['a second number above 12', ['11/3/2026', '11/13/2026'], 'month-first'],
    ['a first number above 12', ['3/11/2026', '13/11/2026'], 'day-first'],
    ['order of rows, months first', ['11/9/2026', '11/12/2026', '12/1/2026', '12/3/2026'], 'month-first'],
    ['order of rows, days first', ['9/11/2026', '12/11/2026', '1/12/2026', '3/12/2026'], 'day-first'],
    ['newest first', ['12/3/2026', '12/1/2026', '11/12/2026', '11/9/2026'], 'month-first'],
    ['no evidence', ['11/3/2026', '11/4/2026'], null],
    ['contradiction', ['13/11/2026', '11/13/2026'], null],
    ['two digits everywhere, as banks write', ['05/12/2026', '06/12/2026'], 'day-first'],
    ['the same in either order', ['5/5/2026'], 'day-first'],
    ['months by name, or the year in front', ['5 Dec 2026', '2026-12-05', ''], 'day-first'],
  ])('%s', (_, cells, order) => {
    expect(decideDayOrder(cells)).toBe(order)
  })

  test('reads a file saved in a spreadsheet set to the USA', () => {
    const file = 'Date,Narration,Credit\n11/3/2026,UPI/412345678901,500\n11/23/2026 10:15,UPI/412345678902,600\n'
    expect(read(file).credits.map(({ day }) => day)).toEqual(['2026-11-03', '2026-11-23'])
    const table = findBankTable('Date,Narration,Credit\n11/3/2026,UPI/412345678901,500\n')!
    const mapping = guessMapping(table.head)!
    expect(dayOrderOf(table, mapping)).toBeNull()
    expect(readBankRows(table, mapping, 'month-first').credits[0]?.day).toBe('2026-11-03')
  })
})

test('guesses the fields from the words of a head', () => {
  expect(
    guessMapping(['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance']),
  ).toEqual({ ...unmapped, date: 0, narration: 2, reference: 3, debit: 4, credit: 5, balance: 6 })
  const marked = { ...unmapped, date: 0, narration: 1, amount: 2, mark: 3 }
  expect(guessMapping(['Value Date', 'Transaction Remarks', 'Amount', 'Debit/Credit'])).toEqual(marked)
})

test.each([
  'Tran Type', 'Trans. Type', 'Txn Type', 'Transaction Type', 'Type', 'Part Tran Type', 'Indicator', 'Dr/Cr Indicator',
  'D/C', 'C/D', 'Dr/Cr', 'Cr/Dr', 'DR_CR', 'DrCr', 'D/C Ind.', 'Dr | Cr', 'Debit / Credit Flag', 'Transaction Type (Dr/Cr)',
])('%s is the mark beside an amount', (head) => {
  expect(guessMapping(['Date', 'Particulars', head, 'Amount'])).toMatchObject({ mark: 2, amount: 3, credit: null })
}) // prettier-ignore

test('takes the column with both directions as the mark, not the kind of transaction', () => {
  expect(guessMapping(['Date', 'Particulars', 'Tran Type', 'Amount', 'Dr/Cr'])).toMatchObject({ mark: 4 })
  expect(guessMapping(['Date', 'Particulars', 'Amount Type', 'Amount'])).toMatchObject({ mark: 2, amount: 3 })
  expect(guessMapping(['Date', 'Particulars', 'Amount', 'Balance (Dr/Cr)'])).toMatchObject({ mark: null, balance: 3 })
  expect(guessMapping(['Date', 'Particulars', 'Deposit/Withdrawal'])).toMatchObject({ mark: null, amount: 2 })
  expect(guessMapping(['Date', 'Tran Type', 'Part Tran Type', 'Particulars', 'Amount'])).toMatchObject({ mark: 2 })
})

describe('marks count only where the whole column is marks', () => {
  const rows = (...lines: string[]) => read(['Date,Particulars,Tran Type,Amount', ...lines].join('\n'))
  const one = '05/12/2026,UPI/412345678901'
  const two = '06/12/2026,UPI/412345678902'

  test('tells debits from credits', () => {
    for (const [credit, debit] of [
      ['CR', 'DR'],
      ['C', 'D'],
      ['Credit', 'Debit'],
    ])
      expect(rows(`${one},${credit},500`, `${two},${debit},600`)).toMatchObject({ ...oneOf(50000), unmarked: false })
  })

  test('reads C beside T as cash beside a transfer', () => {
    expect(rows(`${one},C,500`, `${two},T,600`)).toMatchObject({ credits: [], unreadable: [{ row: 2 }, { row: 3 }] })
  })

  test('ignores names of payment methods: only a sign gives the direction', () => {
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

test.each<[string, narration: string, utr?: string | null, reference?: string]>([
  ['after UPI/', 'UPI/412345678901/asha and 512345678901, 412345678901 again', '412345678901'],
  [
    'after UPI/CR/',
    'BY TRANSFER-UPI/CR/412345678901/MALLORY/HDFC/m@okhdfc/896563725832 790542536902--',
    '412345678901',
  ],
  ['after IMPS-', 'MMT/IMPS/412345678901/896563725832/ASHA/HDFC', '412345678901'],
  ['padded with zeros', '', '412345678901', '0000412345678901'],
  ['with a leading zero', '012345678901', '012345678901'],
  [
    'from the reference column, not from the payer’s text',
    'UPI-MALLORY-M@OKHDFC-HDFC0000001-896563725832',
    '412345678901',
    '0000412345678901',
  ],
  ['not a telephone in a payment address', 'UPI/412345678901/Pay/919876543210@ybl/Yes Bank', '412345678901'],
  ['none where a payment address has the only digits', 'UPI/ASHA/919876543210@ybl/Yes Bank'],
  ['none in a payment address with more text after the digits', 'UPI-ASHA-919876543210-2@YBL-PAY'],
  ['none where two are possible', 'UPI-ASHA-A@OKAXIS-412345678901-896563725832'],
  ['none for a run of one digit', 'CASH DEPOSIT 000000000000'],
  ['none for a run of one digit in the reference column', 'CASH DEPOSIT', null, '0000000000000000'],
  ['none with a wrong number of digits', '1234412345678901 and 41234567890'],
  ['none inside a word', 'REF412345678901X'],
  ['not a telephone in the place of the UTR', 'UPI/919876543210-2@ybl/ASHA/HDFC/412345678901', '412345678901'],
  [
    'not a number in the payer’s name',
    'UPI-MALLORY UPI-896563725832-M@OKHDFC-HDFC0000001-412345678901-X',
    '412345678901',
  ],
  ['none for a payer’s name with a slash', 'UPI-MALLORY UPI/896563725832/X-M@OKHDFC-HDFC0000001-412345678901-X'],
  ['none for a payer’s name with the bank’s own words', 'UPI-BY TRANSFER-UPI/CR/896563725832/M@OKHDFC-412345678901-X'],
  ['not a payer’s name that begins like a UTR', 'UPI-896563725832-M@OKHDFC-HDFC0000001-412345678901-X', '412345678901'],
  ['none for two numbers after UPI-', 'UPI-896563725832-MALLORY-412345678901-X'],
  ['not a payment address with a dot', 'UPI/CR/919876543210.shop@ybl/412345678901/ASHA', '412345678901'],
  ['not a payment address with an underscore', 'UPI/P2A/919876543210_1@ybl/412345678901', '412345678901'],
  ['not a payment address broken by a space', 'UPI/919876543210 @ybl/ASHA/412345678901', '412345678901'],
  ['not a payment address padded with zeros', 'UPI/0000919876543210@ybl/ASHA/412345678901', '412345678901'],
  ['not digits after the @', 'UPI/asha@919876543210/412345678901', '412345678901'],
  ['none for a telephone with a plus', 'UPI/ASHA/+919876543210/Pay'],
  ['none for a telephone beside the UTR', 'UPI/ASHA 919876543210/HDFC/412345678901'],
  ['none for a note before the bank’s words', 'MF7K UPI/896563725832/412345678901'],
  ['none for a note in NEFT, whose own reference has letters', 'NEFT CR-HDFC0000001-MALLORY-UPI/896563725832'],
  ['none for a note in RTGS after BY TRANSFER', 'BY TRANSFER-RTGS/UTIBR12026120500000001/896563725832'],
  ['after UPI/, followed by the payer’s address', 'UPI/412345678901/asha@okaxis/896563725832', '412345678901'],
  ['after DEP TFR', 'DEP TFR   UPI/CR/412345678901/ASHA/896563725832', '412345678901'],
  ['after Recd:IMPS/', 'Recd:IMPS/412345678901/ASHA/896563725832', '412345678901'],
  ['after UPI IN/', 'UPI IN/412345678901/919876543210@ybl/896563725832', '412345678901'],
  ['after UPIAB/', 'UPIAB/412345678901/CR/ASHA/896563725832', '412345678901'],
  ['none with letters of another script after the digits', 'UPI/412345678901\u0905/ASHA'],
  ['in lower case', 'by transfer-upi/p2m/412345678901/asha/896563725832', '412345678901'],
])('the UTR of a transfer: %s', (_, narration, utr = null, reference = '') => {
  expect(utrsIn(narration, reference)).toEqual(utr === null ? [] : [utr])
})

test('keeps the debits that may take a credit back, without the words of the others', () => {
  const file =
    'Date,Narration,Withdrawal Amt,Deposit Amt,Closing Balance\n27/11/2026,UPI-ASHA RAO-ASHA@OKAXIS-633112345678-7KQ2X4MD,,1800.00,11800.00\n27/11/2026,UPI-REV-ASHA RAO-633112345678,1800.00,,10000.00\n28/11/2026,UPI/633112345699/PRINT SHOP,50.00,,9950.00\n28/11/2026,CHQ RET 000123,,-900.00,9050.00\n28/11/2026,Charges,15.00,,9035.00\n28/11/2026,NEFT DR-SBIN0001234-NEHA JOSHI-N331261234567-REFUND,35.00,,9000.00\n'
  const statement = read(file)
  expect(statement).toMatchObject({ debits: 5, credits: [{ utrs: ['633112345678'] }] })
  expect(statement.takenBack).toMatchObject([
    {
      amount: 180000,
      narration: 'UPI-REV-ASHA RAO-633112345678',
      utrs: ['633112345678'],
      balance: 1000000,
      occurrence: 1,
    },
    { amount: 5000, narration: '633112345699', utrs: ['633112345699'] },
    { amount: 90000, narration: 'CHQ RET 000123', utrs: [] },
    { amount: 3500, narration: 'N331261234567', utrs: [] },
  ])
})
