import { expect, test } from 'vitest'
import { filterOf, MAX_NAME_CHARS, MAX_FILTERS, withFilter, type SavedFilter } from './saved-filter-bar.tsx'

test('a filter keeps neither the page nor an open dialog', () => {
  expect(filterOf('?status=all&q=asha&page=3&payment=x', ['payment'])).toBe('q=asha&status=all')
  expect(filterOf('?q=a&status=b', [])).toBe(filterOf('?status=b&q=a&page=2', []))
  expect(filterOf('', [])).toBe('')
})

test('replaces a filter of the same name and keeps at most MAX_FILTERS', () => {
  const first = withFilter([], { name: ' Mine ', query: 'q=a' })
  expect(first).toEqual([{ name: 'Mine', query: 'q=a' }])
  expect(withFilter(first, { name: 'Mine', query: 'q=b' })).toEqual([{ name: 'Mine', query: 'q=b' }])
  expect(withFilter(first, { name: '  ', query: 'q=b' })).toEqual(first)
  expect(withFilter([], { name: 'x'.repeat(99), query: '' })[0]?.name).toHaveLength(MAX_NAME_CHARS)
  let many: SavedFilter[] = []
  for (let n = 0; n < MAX_FILTERS + 3; n += 1) many = withFilter(many, { name: `f${n}`, query: '' })
  expect(many.map((one) => one.name)).toEqual(Array.from({ length: MAX_FILTERS }, (_, n) => `f${n + 3}`))
})
