import type { PGliteInterface } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold, searchableText } from '../../src/platform/text/fold.ts'
import { canonicalCity, cityNames } from '../../src/shop/catalogue/cities.ts'
import { searchCases } from '../../tests/support/text/search-cases.ts'
import { makeDatabase } from '../journal/build.ts'

let database: PGliteInterface

beforeAll(async () => {
  database = await makeDatabase('migrations')
})

afterAll(() => database.close())

test('staff find what customers and the gate find', async () => {
  const { rows } = await database.query<{ found: boolean }>(
    `select coalesce(private.has_words(stored, private.search_patterns(typed)), false) as found
     from unnest($1::text[], $2::text[]) with ordinality as t(stored, typed, nth) order by nth`,
    [searchCases.map(([stored]) => stored), searchCases.map(([, typed]) => typed)],
  )
  expect(searchCases.map(([stored, typed], at) => [stored, typed, rows[at]?.found])).toEqual(searchCases)
})

test('the words of any text are those of the device', async () => {
  const all = Array.from({ length: 0x2fff }, (_, code) => String.fromCodePoint(code + 1))
  // In the C locale capitals of other alphabets stay; no shop of India has them.
  const signs = all.filter((sign) => /\P{Lu}/u.test(sign)).map((sign) => `Ab${sign}c ${sign} d.`)
  const lines = Array.from({ length: Math.ceil(signs.length / 40) }, (_, n) =>
    signs.slice(n * 40, n * 40 + 40).join(' '),
  )
  const texts = [...searchCases.flatMap(([stored, typed]) => [stored, typed]), ...lines]
  const { rows } = await database.query<{ words: string; text: string }>(
    `select private.fold_words(t) as words, private.search_text(t) as text
     from unnest($1::text[]) with ordinality as x(t, nth) order by nth`,
    [texts],
  )
  expect(rows.map(({ words }) => words)).toEqual(texts.map(fold))
  expect(rows.map(({ text }) => text)).toEqual(texts.map(searchableText))
})

test('devices know the same names of cities as the database', async () => {
  const { rows } = await database.query<{ names: Record<string, string> }>('select private.city_names() as names')
  expect(rows[0]?.names).toEqual(Object.fromEntries(cityNames))
  const typed = ['  gurgaon ', 'New-Delhi', 'मुंबई', 'Surat', 'Navi Mumbai']
  const answer = await database.query<{ city: string }>(
    'select private.canonical_city(private.clean_text(t)) as city from unnest($1::text[]) with ordinality as x(t, nth) order by nth',
    [typed],
  )
  expect(answer.rows.map(({ city }) => city)).toEqual(typed.map(canonicalCity))
})
