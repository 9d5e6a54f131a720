import { describe, expect, test } from 'vitest'
import { configureBackend } from './client.ts'
import { containsText, rangeOf, readFile, readList, wordPatterns } from './list-query.ts'
import { SESSION_KEY } from './stored-session.ts'

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

interface Wire {
  id: string
  amount: number | string
  name: string | null
}

describe('readFile', () => {
  const PAGE = 1_000
  const rows = Array.from({ length: 2 * PAGE + 7 }, (_, n): Wire => ({
    id: String(n).padStart(6, '0'),
    amount: n % 2 === 0 ? n : String(n),
    name: n === 3 ? null : `n${n % 10}`,
  }))
  const columns = ['id', 'amount', 'name'] as const
  const pageAfter = (after: string | undefined) => {
    const some = rows.filter((row) => after === undefined || row.id > after).slice(0, PAGE)
    const values = some.map((row) => columns.map((column) => row[column]))
    return { columns, rows: values, next: some.at(-1)?.id ?? null, total: after === undefined ? rows.length : null }
  }
  const asked: (string | undefined)[] = []

  /** Answers as the database does, unless `own` does. */
  async function answers(own: (after: string | undefined, init: RequestInit) => unknown = pageAfter): Promise<void> {
    asked.length = 0
    const tokens = {
      access_token: 'a',
      refresh_token: 'r',
      expires_in: 3_600,
      local_expires_at: Date.now() + 3_600_000,
    }
    const kept = new Map([[SESSION_KEY, JSON.stringify({ ...tokens, user: { id: 'staff' } })]])
    configureBackend({
      url: 'http://shop.test',
      sessionStorage: {
        getItem: async (key) => kept.get(key) ?? null,
        setItem: async (key, value) => void kept.set(key, value),
        removeItem: async (key) => void kept.delete(key),
      },
      fetch: async (_input, init = {}) => {
        const { p_after: after } = JSON.parse(String(init.body)) as { p_after?: string }
        asked.push(after)
        const said = await own(after, init)
        return said instanceof Response ? said : Response.json(JSON.stringify(said))
      },
    })
  }

  const query = { list: 'users', search: undefined, filter: null } as const
  const byAmount = { ...query, sort: { column: 'amount', ascending: false } }
  const amountOf = (row: Wire): number => Number(row.amount)

  test('reads all pages, sorts by number and says how far it is', async () => {
    await answers()
    const seen: unknown[] = []
    const line = (amount: number): string => `₹${amount}`
    const answer = await readFile(byAmount, amountOf, { line, onRows: (...far) => void seen.push(far) })
    expect(answer).toEqual({ ok: true, value: rows.map((_, n) => `₹${rows.length - 1 - n}`) })
    const all = rows.length
    expect(seen).toEqual([PAGE, 2 * PAGE, all, all].map((read) => [read, all]))
  })

  test('reads on after a page whose rows a filter left out', async () => {
    await answers((after) => (after === undefined ? { ...pageAfter(after), rows: [] } : pageAfter(after)))
    expect(await readFile(byAmount, (row: Wire) => row)).toMatchObject({ ok: true, value: { length: PAGE + 7 } })
  })

  test('sorts empty values last in both directions', async () => {
    await answers()
    for (const ascending of [true, false]) {
      const sort = { column: 'name', ascending }
      const answer = await readFile({ ...query, sort }, (row: Wire) => row)
      expect(answer.ok && answer.value.at(-1)!.name).toBe(null)
      // Those of one name by id.
      expect(answer.ok && answer.value.slice(0, 2)).toMatchObject(
        ascending ? [{ id: '000000' }, { id: '000010' }] : [{ id: '000009' }, { id: '000019' }],
      )
    }
  })

  test('fails as a whole: when refused in the middle, when a row has a fault, when pages do not advance', async () => {
    await answers((after) =>
      after === undefined ? pageAfter(after) : Response.json({ code: 'PT403', message: 'forbidden' }, { status: 403 }),
    )
    expect(await readFile(byAmount, amountOf)).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
    await answers()
    const faulty = (row: Wire): string => row.name!.trim()
    expect(await readFile(byAmount, faulty)).toMatchObject({ ok: false, failure: { code: 'server' } })
    await answers(() => pageAfter(undefined))
    expect(await readFile(byAmount, amountOf)).toMatchObject({ ok: false, failure: { code: 'server' } })
  })

  test('ends the request under way when it is stopped, and asks no more', async () => {
    const stop = new AbortController()
    const ended: string[] = []
    await answers((after, init) =>
      after === undefined
        ? pageAfter(after)
        : new Promise((_, reject) => {
            init.signal!.addEventListener('abort', () => {
              const why = init.signal!.reason as Error
              ended.push(why.name)
              reject(why)
            })
            stop.abort()
          }),
    )
    expect((await readFile(byAmount, amountOf, { signal: stop.signal })).ok).toBe(false)
    expect([ended, asked.length]).toEqual([['AbortError'], 2])
  })
})
