import { expect, test } from 'vitest'
import { mailedPaper } from '../../../tests/support/mail/mail-rows.ts'
import { parsePapers, taxesOf } from './paper.ts'

const read = (...papers: object[]) => parsePapers(papers as never)

test('the papers of an order are in its order: what was sold first, then what went back', () => {
  const note = (number: string) => mailedPaper({ number, kind: 'credit_note' })
  const papers = read(note('CN/2627/000010'), note('CN/2627/000009'), mailedPaper())
  expect(papers.map(({ number }) => number)).toEqual(['MF/2627/000012', 'CN/2627/000009', 'CN/2627/000010'])
})

test('a paper has paise, and blanks where its seller or buyer gave nothing', () => {
  const [paper] = read(mailedPaper({ seller: {}, buyer: {}, gstin: null }))
  expect(paper).toMatchObject({
    ...{ gstin: null, seller: { name: '', address: '' } },
    buyer: { name: '', company: '', gstin: '', address: '' },
    totals: { taxable: 156_000, cgst: 14_040, total: 184_080 },
  })
  expect(() => read(mailedPaper({ kind: 'receipt' }))).toThrow('kind')
})

test('taxes are named with their share of the rate, in a sum without one, and left out where there are none', () => {
  const tax = { cgst: 0, sgst: 0, igst: 0 }
  expect(taxesOf({ ...tax, rate: 18, cgst: 13_500, sgst: 13_501 })).toEqual([
    ['CGST 9%', 13_500],
    ['SGST 9%', 13_501],
  ])
  expect(taxesOf({ ...tax, rate: 5, cgst: 1, sgst: 1 }).map(([name]) => name)).toEqual(['CGST 2.5%', 'SGST 2.5%'])
  expect(taxesOf({ ...tax, rate: 18, igst: 27_000 })).toEqual([['IGST 18%', 27_000]])
  expect(taxesOf({ ...tax, cgst: 5, sgst: 5, igst: 3 }).map(([name]) => name)).toEqual(['CGST', 'SGST', 'IGST'])
  expect(taxesOf({ ...tax, rate: 0 })).toEqual([])
})
