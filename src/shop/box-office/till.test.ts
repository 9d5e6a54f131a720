import { expect, it } from 'vitest'
import { movedIn, parseTillBook, soldIn } from './till.ts'

const none = { n: 0, amount: 0 }
const row = {
  till: { id: 't1', name: 'Front desk' },
  opened_at: '2026-12-05T12:00:00+00:00',
  opened_by_name: 'Kiran',
  opening_cash: 2000,
  by_method: {
    cash: { n: 2, amount: 2124 },
    upi: { n: 1, amount: 708.5 },
    card: none,
    complimentary: { n: 1, amount: 0 },
  },
  undone: none,
  expected_cash: 3724,
  counted_cash: null,
  difference: null,
  closed_at: null,
  closed_by_name: null,
  note: null,
  moves: [
    { id: 'm1', amount: 100, reason: 'Change', at: '2026-12-05T12:10:00+00:00', by_name: 'Kiran' },
    { id: 'm2', amount: -500, reason: 'To the safe', at: '2026-12-05T12:20:00+00:00', by_name: null },
  ],
  sales: [
    {
      ...{
        order_id: 'o1',
        payment_id: 'p1',
        order_code: 'MF7K2QX4MD',
        at: '2026-12-05T12:05:00+00:00',
        method: 'cash',
        total: 1416,
      },
      ...{ name: null, undone_at: '2026-12-05T12:06:00+00:00', ticket_id: null },
      lines: [{ event_name: 'Low Tide - Goa', category_name: 'Floor', seats: ['1', '2'] }],
    },
  ],
}

it('reads a book in paise and ISO instants', () => {
  const book = parseTillBook(row)
  expect(book).toMatchObject({ name: 'Front desk', opening: 2000_00, expected: 3724_00, counted: null, note: '' })
  expect(book.byMethod.upi).toEqual({ n: 1, amount: 708_50 })
  expect(book.sales[0]).toMatchObject({ total: 1416_00, undoneAt: '2026-12-05T12:06:00.000Z', name: null })
})

it('adds up what counts, and what was moved', () => {
  const book = parseTillBook(row)
  expect(soldIn(book)).toEqual({ n: 4, amount: 2832_50 })
  expect(movedIn(book)).toBe(-400_00)
})

it('refuses an answer of another shape', () => {
  expect(() => parseTillBook({ ...row, sales: null })).toThrow(TypeError)
  expect(() => parseTillBook({ ...row, sales: [{ ...row.sales[0]!, method: 'gold' }] })).toThrow(TypeError)
})
