import { afterAll, beforeAll, expect, it } from 'vitest'
import cases from '../../src/shop/payments/reference-cases.json' with { type: 'json' }
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(1)
})
afterAll(() => shop?.stop())

it('a PostgreSQL compares references as the embedded database does', async () => {
  const { sql } = shop
  const found = await sql<{ stored: string; key: string; typed: string }[]>`
    select private.normal_reference(c ->> 'sent') as stored, private.normal_reference(c ->> 'typed') as typed,
      private.reference_key(c ->> 'stored') as key
    from jsonb_array_elements(${sql.json(cases)}) with ordinality as x (c, n) order by n`
  expect(found.map((row) => ({ ...row }))).toEqual(
    cases.map(({ stored, key, hidden }, at) => ({ stored, key, typed: hidden ? '' : found[at]!.typed })),
  )
})
