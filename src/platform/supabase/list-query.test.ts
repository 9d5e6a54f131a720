import { describe, expect, test } from 'vitest'
import { PAGE_ROWS } from './read-pages.ts'
import { containsText, rangeOf, readEvery, readList } from './list-query.ts'

test('a search asks every column for the text, wherever it stands', () => {
  expect(containsText(['name', 'email'], ' Farah ')).toBe('name.ilike.%Farah%,email.ilike.%Farah%')
  expect(containsText(['name'], '  ')).toBeNull()
})

test('signs of a condition or a pattern cannot leave it: they stand for any one character', () => {
  expect(containsText(['name'], 'a,b)')).toBe('name.ilike.%a_b_%')
  expect(containsText(['name'], '50%_')).toBe('name.ilike.%50__%')
  expect(containsText(['name'], 'say "hi" (x)')).toBe('name.ilike.%say _hi_ _x_%')
  expect(containsText(['name'], String.raw`a\b*`)).toBe('name.ilike.%a_b_%')
  expect(containsText(['name'], "d'Souza & Co.")).toBe("name.ilike.%d'Souza & Co.%")
})

test('what is typed is cut before the address grows too long', () => {
  expect(containsText(['name'], 'x'.repeat(5_000))!.length).toBeLessThan(130)
})

test('page 1 begins with row 0', () => {
  expect(rangeOf({ page: 1, pageSize: 25 })).toEqual([0, 24])
  expect(rangeOf({ page: 3, pageSize: 25 })).toEqual([50, 74])
})

test('a page beyond the last row is empty and knows how many rows there are', async () => {
  const answer = await readList(
    async () => ({
      data: null,
      error: { code: 'PGRST103', details: 'An offset of 50 was requested, but there are only 40 rows.' },
      status: 416,
    }),
    (row) => row,
  )
  expect(answer).toEqual({ ok: true, value: { rows: [], total: 40, more: false } })
})

describe('everything of a list', () => {
  const rows = Array.from({ length: 2 * PAGE_ROWS + 7 }, (_, n) => ({
    id: String(n).padStart(6, '0'),
    amount: n % 2 === 0 ? n : String(n),
    name: n === 3 ? null : `n${n % 10}`,
  }))
  const page = async (after: string | null) => ({
    data: rows.filter((row) => after === null || row.id > after).slice(0, PAGE_ROWS),
    error: null,
  })
  const byAmount = { column: 'amount', ascending: false }

  test('is read beyond the first thousand, sorted by number, and counted on the way', async () => {
    const seen: number[] = []
    const answer = await readEvery(page, {
      key: 'id',
      sort: byAmount,
      parse: (row: { id: string }) => Number(row.id),
      onRows: (n) => seen.push(n),
    })
    expect(answer).toEqual({ ok: true, value: rows.map((_, n) => rows.length - 1 - n) })
    expect(seen).toEqual([PAGE_ROWS, 2 * PAGE_ROWS, rows.length])
  })

  test('has empty values last in both directions', async () => {
    for (const ascending of [true, false]) {
      const sort = { column: 'name', ascending }
      const answer = await readEvery(page, { key: 'id', sort, parse: (row: { name: string | null }) => row.name })
      expect(answer.ok && answer.value.at(-1)).toBe(null)
      expect(answer.ok && answer.value[0]).toBe(ascending ? 'n0' : 'n9')
    }
  })

  test('fails as a whole, and does not turn in circles', async () => {
    const refused = await readEvery(
      async () => ({ data: null, error: { code: '42501', message: 'no' }, status: 403 }),
      {
        key: 'id',
        sort: byAmount,
        parse: (row: unknown) => row,
      },
    )
    expect(refused.ok).toBe(false)
    const stuck = await readEvery(async () => ({ data: rows.slice(0, 5), error: null }), {
      key: 'id',
      sort: byAmount,
      parse: (row: unknown) => row,
    })
    expect(stuck.ok).toBe(false)
  })
})
