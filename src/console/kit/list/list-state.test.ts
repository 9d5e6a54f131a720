import { expect, test } from 'vitest'
import { readPage, readSort, writeSort } from './list-state.ts'

const fallback = { column: 'date', ascending: true }

test('reads a sort as it was written', () => {
  for (const sort of [
    { column: 'name', ascending: true },
    { column: 'name', ascending: false },
  ])
    expect(readSort(writeSort(sort), ['name'], fallback)).toEqual(sort)
})

test('ignores a column that cannot be sorted', () => {
  for (const text of [null, '', 'password', '-password', '--name'])
    expect(readSort(text, ['name'], fallback)).toEqual(fallback)
})

test('reads a whole number from 1 as the page, anything else as page 1', () => {
  expect(readPage('7')).toBe(7)
  for (const text of [null, '', '0', '-1', '1.5', '1e3', 'x', '99999999']) expect(readPage(text)).toBe(1)
})
