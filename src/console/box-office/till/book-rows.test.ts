import { expect, it } from 'vitest'
import type { TillBook } from '#shop/box-office/till.ts'
import { bookRows } from './book-rows.ts'

const book = {
  opening: 2000_00,
  byMethod: {
    cash: { n: 2, amount: 1800_00 },
    upi: { n: 1, amount: 600_00 },
    card: { n: 0, amount: 0 },
    complimentary: { n: 1, amount: 0 },
  },
  undone: { n: 1, amount: 1200_00 },
  moves: [{ amount: 500_00 }, { amount: -800_00 }],
  ...{ expected: 3500_00, counted: null, difference: null },
} as unknown as TillBook

it('adds the cash of a drawer up without the sum, which the count comes before, and names what came in otherwise', () => {
  expect(bookRows(book)).toEqual([
    { label: 'Put in at the start', value: '₹2,000.00' },
    { label: 'Cash, 2 sales', value: '+ ₹1,800.00' },
    { label: 'Cash in and out', value: '− ₹300.00' },
    { label: 'UPI, 1 sale', value: '₹600.00' },
    { label: 'Complimentary, 1 sale', value: '₹0.00' },
    { label: 'Undone, 1 sale, not counted above', value: '₹1,200.00' },
  ])
})

it('says what is missing once it is closed', () => {
  const rows = bookRows({ ...book, counted: 3450_00, difference: -50_00, closedAt: '2026-12-05T18:00:00.000Z' })
  expect(rows.slice(3, 6)).toEqual([
    { label: 'Expected in the drawer', value: '₹3,500.00', sum: true },
    { label: 'Counted', value: '₹3,450.00' },
    { label: 'Difference', value: '₹50 too little.' },
  ])
})
