import { expect, it } from 'vitest'
import { readCsvTable } from '#platform/text/csv.ts'
import { readPayoutAnswer } from './payout-answer.ts'

const line = { orderCode: 'MF7K2QX4MD', amount: 180_000, paidTo: 'asha@okaxis' }
const lines = [
  { ...line, line: 1 },
  { ...line, line: 2, orderCode: 'MF22222222', paidTo: 'HDFC0001234 ••6789' },
]
const read = (text: string, of = lines) => readPayoutAnswer(readCsvTable(text).rows, of)

it('reads pasted lines of a code and a UTR, whatever is between them', () => {
  const sent = [
    { line: 1, utr: '512345678901' },
    { line: 2, utr: 'HDFCN52026120312' },
  ]
  for (const between of [' ', '\t', ', ', ';'])
    expect(
      read(`mf7k2qx4md${between}512345678901\nMF22222222${between}HDFCN52026120312\nTotal${between}3600\n`),
    ).toEqual({
      ...{ sent, failed: [], unclear: [] },
    })
})

it('reads a file’s column of references, and leaves out what failed', () => {
  const file = [
    'Payout Reference ID,Beneficiary Account,Mobile,Amount,UTR,Status',
    'MF7K2QX4MD,912345678901,9820012345,1800.00,512345678901,processed',
    'MF22222222,912345678902,9820012345,1800.00,512345678902,Rejected by bank',
  ].join('\n')
  expect(read(file)).toEqual({
    ...{ sent: [{ line: 1, utr: '512345678901' }], failed: [{ line: 2, said: 'Rejected by bank' }], unclear: [] },
  })
})

it('a row without one clear reference is named by its number', () => {
  expect(read('MF7K2QX4MD 512345678901 512345678902\nMF22222222 pending')).toEqual({
    sent: [],
    failed: [],
    unclear: [1, 2],
  })
})

it('finds a line by UPI id and amount; two of an order by the amount', () => {
  expect(read('asha@okaxis,"1,800.00",512345678901').sent).toEqual([{ line: 1, utr: '512345678901' }])
  expect(read('asha@okaxis,90,512345678901').sent).toEqual([])
  const two = [...lines, { ...line, line: 3, amount: 90_000, paidTo: 'payer@ybl' }]
  expect(read('MF7K2QX4MD,900,512345678903', two).sent).toEqual([{ line: 3, utr: '512345678903' }])
  expect(read('MF7K2QX4MD,512345678903', two).sent).toEqual([])
})
