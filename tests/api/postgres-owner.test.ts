import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import postgresClient, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseChecks } from '../../server/doctor/database.ts'
import type { RunningShop } from '../../server/doctor/running-shop.ts'
import { startPostgres, type Postgres } from '../support/database/postgres.ts'
import { TAKES_PAYMENTS } from '../support/sales/takes-payments.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { newCustomer } from '../support/server/visitor.ts'
import { answer, approve, holds, line, newCategory, payment, priceOf, upload, type Submitted } from './support/cast.ts'

/** The statements of docs/deploy.md that a superuser runs before the first start. */
const [, rolesScript] =
  /## One machine with PostgreSQL.*?```sql\n(.*?)```/s.exec(
    readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8'),
  ) ?? []

let postgres: Postgres
let shop: Shop
let superuser: Sql
let asShop: Sql

beforeAll(async () => {
  postgres = await startPostgres()
  const server = postgresClient(postgres.url, { max: 1 })
  for (const statement of rolesScript!.split(';')) if (statement.trim()) await server.unsafe(statement)
  await server.end()
  const database = postgres.url.replace(/\/postgres$/, '/mehfil')
  superuser = postgresClient(database, { max: 1, onnotice: () => {} })
  const url = database.replace(/\/\/[^@]*@/, '//mehfil:a%20long%20random%20password@')
  asShop = postgresClient(url, { max: 1, onnotice: () => {} })
  shop = await startShop({ env: { DATABASE_URL: url } })
})
afterAll(async () => {
  await shop?.dispose()
  await asShop?.end()
  await superuser?.end()
  await postgres?.stop()
})

test('the role of docs/deploy.md is no superuser, and the shop keeps its promises with it', async () => {
  const [role] = await superuser`
    select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_catalog.pg_roles where rolname = 'mehfil'`
  expect(role).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false })
  const broken: string[] = []
  for (const { promise, ask } of databaseChecks(async (text) => [...(await asShop.unsafe(text))] as never[])) {
    if ((await ask({} as RunningShop)).holds !== true) broken.push(promise)
  }
  expect(broken).toEqual(['An admin exists whose address is confirmed'])
})

test('a seat is held, paid for and approved with it', async () => {
  const [admin, farah, joseph] = [await newCustomer(shop), await newCustomer(shop), await newCustomer(shop)]
  await superuser`insert into public.staff (user_id, role) values (${admin.id}, 'admin')`
  await superuser.unsafe(TAKES_PAYMENTS)
  const { category } = await newCategory(admin)
  const lines = line(category, 'A1')
  const order = await holds(farah, category, 'A1')
  const second = await joseph.client.rpc('hold_seats', { p_order_id: randomUUID(), p_lines: lines })
  expect(second.error?.message).toBe('seats_taken')
  const said = payment(farah, order, lines)
  const path = String(said['p_screenshot_path'])
  expect(await upload(joseph, path)).not.toBeNull()
  expect(await upload(farah, path)).toBeNull()
  await approve(admin, await answer<Submitted>(farah.client, 'submit_payment', said))
  const { data: tickets } = await farah.client.from('user_tickets').select('seats')
  expect(tickets).toEqual([{ seats: ['A1'] }])
  expect((await joseph.client.from('user_tickets').select('id')).data).toEqual([])
  expect((await farah.client.from('payments').select('amount')).data).toEqual([{ amount: priceOf(1) }])
})

test('the shop starts again with it and adds the demo', async () => {
  await shop.restart({ DEMO: '1' })
  expect(shop.accounts.length).toBeGreaterThan(0)
})
