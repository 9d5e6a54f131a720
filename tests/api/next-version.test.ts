import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Picture } from '../../server/demo/picture.ts'
import { openEmbedded } from '../../server/database/database.ts'
import { opensShortly } from '../support/database/short-lived.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { answer, newCategory, openCast, submitted, type Cast, type Submitted } from './support/cast.ts'

/** A shop of this version, with data, is opened by the next one, which has a made-up migration. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'mehfil-next-'))
const next = join(scratch, 'program')
const picture = new Uint8Array(new Picture(40, 60, [9, 120, 90]).toPng())

const migration = `
  alter table public.payments add column weather text not null default 'dry';
  create or replace function private.row_letters(p_index integer) returns text
    language sql immutable set search_path = '' as $$ select chr(65 + p_index % 26) $$;
  create function public.weather_of(p_payment_id uuid) returns text language sql stable security invoker set search_path = ''
    as $$ select p.weather from public.payments p where p.id = p_payment_id $$;
  insert into private.rights (roles, privileges, object) values ('authenticated', 'execute', 'function public.weather_of(uuid)');
  select private.restate_rights();`

let cast: Cast
let paid: Submitted
let waiting: Submitted
let opened: Shop

/** Every row of every table that the migrations or the services made, as text, while no server runs. */
async function allRows(dataDir: string): Promise<Map<string, string[]>> {
  const database = await openEmbedded(join(dataDir, 'database'))
  try {
    const tables = await database.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
        where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage') order by 1`,
    )
    const all = new Map<string, string[]>()
    for (const { name } of tables) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const rows = await database.query<{ row: string }>(
        `select (to_jsonb(t) - 'weather')::text as row from ${name} t order by 1`,
      )
      all.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return all
  } finally {
    await database.close()
  }
}

beforeAll(async () => {
  cast = await openCast({ template: 'demo' })
  const { admin, customer } = cast
  const { category } = await newCategory(admin)
  paid = await submitted(customer, category, 'A1', 'A2')
  await answer(admin.client, 'review_payment', { p_payment_id: paid.payment_id, p_decision: 'approved' })
  waiting = await submitted(customer, category, 'B1')
  const path = `${customer.id}/1790000000000-${waiting.order_id}.png`
  await customer.client.storage.from('payments').upload(path, picture, { contentType: 'image/png' })

  for (const part of ['server', 'src', 'supabase', 'tests/support', 'package.json', 'mehfil.config.json'])
    cpSync(join(root, part), join(next, part), { recursive: true })
  for (const part of ['node_modules', 'dist']) symlinkSync(join(root, part), join(next, part))
  writeFileSync(join(next, 'supabase/migrations/29990101000000_weather.sql'), migration)
})
afterAll(async () => {
  await opened?.stop()
  await cast?.shop.dispose()
  rmSync(scratch, { recursive: true, force: true })
})

test('the next version finds every row that this one stored', async () => {
  const { shop } = cast
  await shop.stop()
  opensShortly()
  const before = await allRows(shop.dataDir)
  for (const name of ['payments', 'passes', 'storage.objects', 'auth.users', 'private.event_keys'])
    expect(before.get(name)!.length, name).toBeGreaterThan(0)
  opened = await startShop({ program: next, dataDir: shop.dataDir, port: shop.port, env: { DEMO: '1' } })
  await opened.stop()
  const after = await allRows(shop.dataDir)
  expect(after.get('private.rights')).toHaveLength(before.get('private.rights')!.length + 1)
  const lost = [...before].flatMap(([name, rows]) => {
    const now = new Set(after.get(name))
    return rows.filter((row) => !now.has(row)).map((row) => `${name}: ${row}`)
  })
  expect(lost).toEqual([])
})

test('its people find their tickets and pictures, and a payment that waited becomes a ticket', async () => {
  await opened.restart()
  const { customer, admin } = cast
  const tickets = await customer.client.from('user_tickets').select('seats, passes(signature)').throwOnError()
  expect(tickets.data).toMatchObject([{ seats: ['A1', 'A2'], passes: [{}, {}] }])
  const { data: payments } = await customer.client.from('payments').select('id, status, weather').throwOnError()
  expect(payments.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
    { id: paid.payment_id, status: 'approved', weather: 'dry' },
    { id: waiting.payment_id, status: 'pending', weather: 'dry' },
  ])
  expect(await answer(customer.client, 'weather_of', { p_payment_id: paid.payment_id })).toBe('dry')
  const path = `${customer.id}/1790000000000-${waiting.order_id}.png`
  const stored = await customer.client.storage.from('payments').download(path)
  expect(new Uint8Array(await stored.data!.arrayBuffer())).toEqual(picture)
  await answer(admin.client, 'review_payment', { p_payment_id: waiting.payment_id, p_decision: 'approved' })
  const made = await answer(customer.client, 'confirm_tickets', { p_transaction_id: waiting.transaction_id })
  expect(made).toMatchObject([{ seats: ['B1'] }])
})

test('this version refuses what the next one made', async () => {
  await opened.stop()
  const { dataDir, port } = cast.shop
  await expect(startShop({ dataDir, port, env: { DEMO: '1' } })).rejects.toThrow('29990101000000')
})
