import { expect, test } from 'vitest'
import { TERMS_COLUMNS, termsOfRow } from '../../src/shop/terms/terms-row.ts'
import { FIRST_TERMS } from '../../src/shop/terms/terms.ts'
import { makeDatabase } from '../journal/build.ts'

test('a new shop has the terms that devices use before their first sync', async () => {
  const database = await makeDatabase('migrations')
  const { rows } = await database.query<Record<string, unknown>>(
    `select ${TERMS_COLUMNS.replace('from_day', 'from_day::text')} from public.shop_terms`,
  )
  expect(rows.map(termsOfRow)).toEqual([FIRST_TERMS])
})
