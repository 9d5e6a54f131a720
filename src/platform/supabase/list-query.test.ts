import { describe, expect, test } from 'vitest'
import { PAGE_ROWS } from './ask.ts'
import { containsText, rangeOf, readEvery, readList, wordPatterns } from './list-query.ts'

test('searches every column for the text at any position', () => {
  expect(containsText(['name', 'email'], ' Farah ')).toBe('name.ilike.%Farah%,email.ilike.%Farah%')
  expect(containsText(['name'], '  ')).toBeNull()
})

test('special characters of a condition or pattern match any one character', () => {
  expect(containsText(['name'], 'a,b)')).toBe('name.ilike.%a_b_%')
  expect(containsText(['name'], '50%_')).toBe('name.ilike.%50__%')
  expect(containsText(['name'], 'say "hi" (x)')).toBe('name.ilike.%say _hi_ _x_%')
  expect(containsText(['name'], String.raw`a\b*`)).toBe('name.ilike.%a_b_%')
  expect(containsText(['name'], "d'Souza & Co.")).toBe("name.ilike.%d'Souza & Co.%")
})

test('shortens a search text that would make the URL too long', () => {
  expect(containsText(['name'], 'x'.repeat(5_000))!.length).toBeLessThan(130)
})

test('asks for each word of a name, however it is spelled, and for the beginning of a word by two letters', () => {
  expect(wordPatterns(' D’Souza  a.r. ')).toEqual(['%dsouza%', '% ar%'])
  expect(wordPatterns('  ')).toEqual([])
  expect(wordPatterns('%')).toEqual(['!'])
})

test('page 1 starts at row 0', () => {
  expect(rangeOf({ page: 1, pageSize: 25 })).toEqual([0, 24])
  expect(rangeOf({ page: 3, pageSize: 25 })).toEqual([50, 74])
})

test('a page beyond the last row is empty and has the total', async () => {
  const error = { code: 'PGRST103', details: 'An offset of 50 was requested, but there are only 40 rows.' }
  const answer = readList(
    async () => ({ data: null, error, status: 416 }),
    (row) => row,
  )
  expect(await answer).toEqual({ ok: true, value: { rows: [], total: 40, more: false } })
})

describe('readEvery', () => {
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

  test('reads more than a thousand rows, sorts by number and reports the count', async () => {
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

  test('sorts empty values last in both directions', async () => {
    for (const ascending of [true, false]) {
      const sort = { column: 'name', ascending }
      const answer = await readEvery(page, { key: 'id', sort, parse: (row: { name: string | null }) => row.name })
      expect(answer.ok && answer.value.at(-1)).toBe(null)
      expect(answer.ok && answer.value[0]).toBe(ascending ? 'n0' : 'n9')
    }
  })

  test('fails as a whole, and when pages do not advance', async () => {
    const options = { key: 'id', sort: byAmount, parse: (row: unknown) => row } as const
    const error = { code: '42501', message: 'no' }
    expect((await readEvery(async () => ({ data: null, error, status: 403 }), options)).ok).toBe(false)
    expect((await readEvery(async () => ({ data: rows.slice(0, 5), error: null }), options)).ok).toBe(false)
  })
})
