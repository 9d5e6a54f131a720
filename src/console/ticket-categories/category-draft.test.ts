import { expect, test } from 'vitest'
import { aCategory } from '../../../tests/support/concerts/plain-rows.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import { noPhase } from './category-draft.ts'
import { readCount, readPrice } from './prices/numbers.ts'
import { noCategory, readCategoryEdit, readNewCategory, rebaseCategory, typedOfCategory } from './typed-category.ts'

const row: CategoryListRow = {
  ...aCategory({ id: 'c', eventId: 'e', price: 149_950, ticketsSold: 40 }),
  ...{ singerName: 'Meera Sen', city: 'Mumbai', venue: 'Hall', date: '2026-12-05T14:00:00.000Z', state: null },
  ...{ eventStatus: 'scheduled', ticketsGiven: 0, ticketsTested: 0, held: 0, underReview: 0, hidden: false },
  ...{ phases: [], revision: 3, updatedAt: '2026-11-20T10:00:00.123456+00:00', layout: null },
}
const nothingElse = { saleFrom: null, saleUntil: null, phases: [], free: false }

test('accepts a price of 0 rupees or more with two decimals', () => {
  expect(readPrice('0')).toBe(0)
  expect(readPrice('1499.5')).toBe(149_950)
  expect(readPrice(' ₹1,499.05 ')).toBe(149_905)
  expect(readPrice('9999999.99')).toBe(999_999_999)
  for (const text of ['', '-1', '1.234', 'abc', '1e3', '10000000', '.5', 'NaN', 'Infinity'])
    expect(readPrice(text)).toBeNull()
})

test('a window is typed in India time, and each bound may be empty', () => {
  const typed = { ...noCategory('e'), name: 'Gold', price: '1500', total: '10' }
  expect(readNewCategory({ ...typed, saleFrom: '2026-11-27T12:00' })).toMatchObject({
    category: { saleFrom: '2026-11-27T06:30:00.000Z', saleUntil: null },
  })
  const ends = readNewCategory({ ...typed, saleFrom: '2026-11-27T12:00', saleUntil: '2026-11-27T12:00' })
  expect(ends).toMatchObject({ problems: { saleUntil: 'The sale ends after it begins.' } })
  expect(readNewCategory({ ...typed, saleUntil: '2026-02-30T12:00' })).toMatchObject({
    problems: { saleUntil: 'There is no such date and time.' },
  })
})

test('an edit names the window only when it was edited, and nothing else that was not', () => {
  const seen = { ...row, saleFrom: '2026-11-27T06:30:29.123Z' }
  const typed = typedOfCategory(seen)
  expect(typed.saleFrom).toBe('2026-11-27T12:00')
  expect(readCategoryEdit(typed, seen)).toEqual({ edit: { name: 'Gold', price: 149_950 } })
  expect(readCategoryEdit({ ...typed, saleFrom: '' }, seen)).toMatchObject({
    edit: { saleFrom: null, saleUntil: null },
  })
})

test('after a conflict an edit has what was typed, and leaves what others stored', () => {
  const others = {
    name: 'Gold circle',
    saleFrom: '2026-11-27T06:30:00.000Z',
    totalTickets: 120,
    ticketsSold: 42,
    standing: true,
    gridColumns: null,
    hidden: true,
    phases: [{ name: 'Early', price: 50_000, until: null, untilSold: 10 }],
  }
  const stored = { ...row, ...others }
  const typed = rebaseCategory({ ...typedOfCategory(row), price: '900' }, row, stored)
  expect(typed).toEqual({ ...typedOfCategory(stored), price: '900' })
  expect(readCategoryEdit(typed, stored)).toEqual({ edit: { name: 'Gold circle', price: 90_000 } })
})

test('accepts only a whole number without a sign as a count', () => {
  expect(readCount('1,200')).toBe(1200)
  for (const text of ['', '-1', '1.5', 'x', '99999999']) expect(readCount(text)).toBeNull()
})

test('a new category needs an event, a name, a price, and at least one ticket or a layout', () => {
  const empty = readNewCategory(noCategory(''))
  expect('problems' in empty && Object.keys(empty.problems).sort()).toEqual(['eventId', 'name', 'price', 'total'])
  const typed = { ...noCategory('e'), name: ' Gold ', price: '1500', total: '0' }
  expect(readNewCategory(typed)).toMatchObject({ problems: { total: 'Enter a whole number of at least 1.' } })
  expect(readNewCategory({ ...typed, total: '1' })).toEqual({
    category: { eventId: 'e', name: 'Gold', price: 150_000, totalTickets: 1, ...nothingElse },
    layoutId: null,
  })
  expect(readNewCategory({ ...typed, total: '', layoutId: 'l' })).toMatchObject({ layoutId: 'l' })
})

test('sold cannot exceed total, at the boundary and one beyond', () => {
  const typed = typedOfCategory(row)
  expect(readCategoryEdit({ ...typed, sold: '100' }, row)).toMatchObject({ edit: { ticketsSold: 100 } })
  expect(readCategoryEdit({ ...typed, sold: '101' }, row)).toEqual({
    problems: { sold: 'Tickets sold cannot exceed total tickets' },
  })
  expect(readCategoryEdit({ ...typed, total: '39' }, row)).toEqual({
    problems: { sold: 'Tickets sold cannot exceed total tickets' },
  })
})

test('with a layout the total is not typed', () => {
  const seated = { ...row, layout: { id: 'l', name: 'Hall', sections: ['STAL'] } }
  expect(readCategoryEdit({ ...typedOfCategory(seated), total: '5' }, seated)).toEqual({
    edit: { name: 'Gold', price: 149_950 },
  })
})

test('allows at most 7,020 seats without a layout', () => {
  const typed = { ...noCategory('e'), name: 'Floor', price: '1500', total: '7020' }
  expect(readNewCategory(typed)).toMatchObject({ category: { totalTickets: 7020 } })
  const problems = { total: 'Without a layout there are at most 7,020 seats. Draw a layout for more.' }
  expect(readNewCategory({ ...typed, total: '10000' })).toEqual({ problems })
  expect(readCategoryEdit({ ...typedOfCategory(row), total: '7021' }, row)).toEqual({ problems })
})

test('allows up to 1,00,000 standing places, and no layout for them', () => {
  const asked = { name: 'Floor', price: '1500', total: '100000', kind: 'standing', layoutId: 'l' } as const
  const typed = { ...noCategory('e'), ...asked }
  expect(readNewCategory(typed)).toEqual({
    category: {
      ...{ eventId: 'e', name: 'Floor', price: 150_000, totalTickets: 100_000 },
      standing: true,
      ...nothingElse,
    },
    layoutId: null,
  })
  expect(readNewCategory({ ...typed, total: '100001' })).toEqual({
    problems: { total: 'There are at most 1,00,000 standing places.' },
  })
})

test('an edit sends the kind of places only when it changed', () => {
  const standing = { ...row, standing: true, gridColumns: null, ticketsSold: 0 }
  expect(readCategoryEdit({ ...typedOfCategory(standing), total: '9000' }, standing)).toEqual({
    edit: { name: 'Gold', price: 149_950, totalTickets: 9000 },
  })
  expect(readCategoryEdit({ ...typedOfCategory(standing), kind: 'seats' }, standing)).toMatchObject({
    edit: { standing: false },
  })
})

test('a phase ends at a time in India, with a number sold, or with either', () => {
  const typed = { ...noCategory('e'), name: 'Gold', price: '900', total: '10' }
  const early = { ...noPhase, name: ' Early bird ', price: '500', until: '2026-11-27T18:00' }
  expect(
    readNewCategory({ ...typed, phases: [early, { ...early, name: 'First', until: '', untilSold: '1,000' }] }),
  ).toMatchObject({
    category: {
      phases: [
        { name: 'Early bird', price: 500_00, until: '2026-11-27T12:30:00.000Z', untilSold: null },
        { name: 'First', price: 500_00, until: null, untilSold: 1000 },
      ],
    },
  })
  expect(readNewCategory({ ...typed, phases: [early, noPhase] })).toEqual({
    problems: {
      'phases[1].name': 'Enter a name, such as Early bird.',
      'phases[1].price': 'Enter a price of 0 rupees or more, with at most two decimals.',
      'phases[1].until': 'Say when the phase ends: a time, a number, or both.',
    },
  })
  expect(readNewCategory({ ...typed, phases: [{ ...early, untilSold: '0' }] })).toMatchObject({
    problems: { 'phases[0].untilSold': 'Enter a whole number of 1 to 1,00,000.' },
  })
})

test('an edit names phases and the mark only when they were edited', () => {
  const seen = {
    ...row,
    phases: [{ name: 'Early', price: 500_00, until: '2026-11-27T12:30:29.000Z', untilSold: null }],
  }
  const typed = typedOfCategory(seen)
  expect(readCategoryEdit(typed, seen)).toEqual({ edit: { name: 'Gold', price: 149_950 } })
  expect(readCategoryEdit({ ...typed, phases: [] }, seen)).toEqual({
    edit: { name: 'Gold', price: 149_950, phases: [] },
  })
  expect(readCategoryEdit({ ...typed, free: true }, seen)).toEqual({
    edit: { name: 'Gold', price: 0, phases: [], free: true },
  })
})
