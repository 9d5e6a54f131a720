import type { PGliteInterface } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callMoney, ofPeople, type MoneyCalls } from '../../tests/support/database/money-callers.ts'
import { buildDatabase } from './tap-runner.ts'

let database: PGliteInterface

beforeAll(async () => {
  database = await buildDatabase()
})
afterAll(() => database.close())

/** Calls them all and takes everything back. `change`: what was done to the database before. */
async function calls(change = 'select 1'): Promise<MoneyCalls> {
  let found: MoneyCalls | null = null
  await database.transaction(async (tx) => {
    await tx.exec(change)
    found = await callMoney(
      async <Row>(text: string, params: unknown[] = []) => (await tx.query<Row>(text, params)).rows,
    )
    await tx.rollback()
  })
  return found!
}

test('whatever the grants say, what makes money true asks who calls', async () => {
  const { asked, open, jobs } = await calls()
  expect(asked).toEqual(
    expect.arrayContaining(['take_proof', 'settle_credit', 'settle_open_credits', 'review_payment']),
  )
  expect(open).toEqual(ofPeople())
  // They end tests and note pictures, and the schema private is no API.
  expect(jobs).toEqual(['end_old_tests', 'note_picture', 'tidy_sale'])
})

test('a function that does not ask is found', async () => {
  const { open } = await calls(
    `create or replace function private.require_server() returns void language sql as 'select'`,
  )
  expect(open).toEqual(expect.arrayContaining(['visitor: settle_open_credits', 'customer: settle_credit']))
})
