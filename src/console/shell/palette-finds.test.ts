import { expect, test } from 'vitest'
import { findPages, nearestFirst } from './palette-finds.ts'

const found = (typed: string) => findPages(typed, () => true).map(({ label }) => label)

test('finds a page by its name, its place and what people call it', () => {
  expect(found('payments')).toEqual(['Payments'])
  expect(found('hall')).toEqual(['Layouts'])
  expect(found('door till')).toEqual(['Tills'])
  expect(found('CUSTOMERS')).toEqual(['Users'])
  expect(found('nonsense')).toEqual([])
  expect(found('').length).toBeGreaterThan(20)
})

test('puts the next concert first, then the last one', () => {
  const day = (n: number) => ({ date: new Date(Date.UTC(2026, 0, n)).toISOString() })
  expect(nearestFirst([day(20), day(9), day(12), day(2), day(10)], Date.UTC(2026, 0, 10))).toEqual(
    [10, 12, 20, 9, 2].map(day),
  )
})
