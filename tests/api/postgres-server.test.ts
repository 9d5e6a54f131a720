import postgresClient from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Picture } from '../../server/demo/picture.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { startPostgres, type Postgres } from '../support/database/postgres.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { newCustomer, visitor } from '../support/server/visitor.ts'

let postgres: Postgres
let shop: Shop
/** Reads the database's log: every statement and its connection. */
let written = ''

beforeAll(async () => {
  postgres = await startPostgres({ settings: ['log_statement=all'], onLog: (text) => (written += text) })
  shop = await startShop({ env: { DATABASE_URL: postgres.url, DEMO: '' } })
})
afterAll(async () => {
  await shop?.dispose()
  await postgres?.stop().catch(() => undefined)
})

test('runs on a PostgreSQL: migrated, without demo, with PostgREST’s values', async () => {
  expect(shop.accounts).toEqual([])
  const farah = await newCustomer(shop, 'Farah')
  const saved = await farah.client.rpc('save_profile', { p_profile: { location: 'Pune', notify_email: false } })
  expect(saved.error).toBeNull()
  expect(saved.data).toMatchObject({ name: 'Farah', location: 'Pune', notify_email: false })
  expect(saved.data.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  const lookup = await farah.client.rpc('check_payment_status', { p_transaction_id: 632411870952 })
  expect(lookup.error).toBeNull()
  const refused = await farah.client.rpc('hold_seats', {
    p_order_id: farah.id,
    p_lines: [{ ticket_category_id: 'x', seats: [1] }],
  })
  expect(refused.status).toBe(400)
  expect(refused.error?.code).toBe('PT400')
})

test('keeps pictures, privileges and identities apart there, too', async () => {
  const [farah, joseph] = await Promise.all([newCustomer(shop), newCustomer(shop)])
  const png = new Picture(20, 20, [9, 9, 9]).toPng()
  const path = `${farah.id}/1700000000000-7d9fbd2e-6a2f-4c55-9b41-0a7c8e5f1b22.png`
  expect(
    (await farah.client.storage.from('payments').upload(path, new Uint8Array(png), { contentType: 'image/png' })).error,
  ).toBeNull()
  expect((await joseph.client.storage.from('payments').download(path)).error).not.toBeNull()
  expect((await farah.client.storage.from('payments').download(path)).data?.size).toBe(png.length)
  expect((await visitor(shop).from('singers').insert({ name: 'Nobody' })).error?.code).toBe('42501')
  const asked = Array.from({ length: 60 }, (_, n) => (n % 2 ? farah : joseph))
  const seen = await Promise.all(asked.map(async (person) => (await person.client.from('profiles').select('id')).data))
  seen.forEach((rows, n) => expect(rows).toEqual([{ id: asked[n]?.id }]))
})

test('sends six statements for a signed-in call', async () => {
  const { client } = await newCustomer(shop)
  const before = written.length
  expect((await client.rpc('my_role')).error).toBeNull()
  const said = (): string[] => {
    const all = [
      ...written.slice(before).matchAll(/\[(\d+)\] LOG: +(?:statement|execute [^:]*): ([\s\S]*?)(?=\n\d{4}-|$)/g),
    ]
    const call = all.findIndex(([, , text]) => text?.includes('my_role'))
    const own = all.filter(([, connection]) => connection === all[call]?.[1]).map(([, , text]) => text?.trim() ?? '')
    // The session is checked before, maybe in the same connection.
    return own.slice(own.lastIndexOf('begin'))
  }
  await expect.poll(() => said().at(-1)).toBe('commit')
  expect(said()).toEqual([
    'begin',
    expect.stringMatching(/request\.jwt\.claims.*request\.jwt\.claim\.sub[\s\S]*'role'/),
    expect.stringContaining('request.path'),
    expect.stringContaining('my_role'),
    expect.stringContaining('response.status'),
    'commit',
  ])
})

test('uses a function’s own status, and not for the next call', async () => {
  const owner = postgresClient(postgres.url, { max: 1 })
  await owner.unsafe(`create function public.says_accepted() returns text language plpgsql
    as $$ begin perform set_config('response.status', '202', true); return 'later'; end $$`)
  const other = await startShop({ env: { DATABASE_URL: postgres.url, DEMO: '' } })
  try {
    // The server restores only the privileges of the migrations.
    await owner.unsafe('grant execute on function public.says_accepted() to anon')
    const anybody = visitor(other)
    for (let round = 0; round < 20; round += 1) {
      expect(await anybody.rpc('says_accepted')).toMatchObject({ status: 202, data: 'later' })
      expect((await anybody.rpc('my_role')).status).not.toBe(202)
    }
  } finally {
    await other.dispose()
    await owner.unsafe('drop function public.says_accepted()')
    await owner.end()
  }
})

test('ends a slow statement and answers 503 to visitors and customers in every part of the API', async () => {
  const { client, token } = await newCustomer(shop)
  const owner = postgresClient(postgres.url, { max: 1 })
  try {
    await owner.begin(async (locks) => {
      await locks.unsafe('lock table public.events, storage.objects in access exclusive mode')
      // Without the client library, which retries.
      const ask = (path: string, method: string, headers: Record<string, string>) =>
        fetch(shop.url + path, {
          method,
          headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers },
          body: method === 'GET' ? null : '{}',
        })
      const signedIn = { authorization: `Bearer ${token}` }
      const answers = await Promise.all([
        ask('/rest/v1/events?select=id', 'GET', {}),
        ask('/rest/v1/events?select=id', 'GET', signedIn),
        ask('/rest/v1/rpc/my_wallet', 'POST', signedIn),
        ask('/storage/v1/object/list/payments', 'POST', signedIn),
      ])
      for (const answer of answers) {
        expect(answer.status, answer.url).toBe(503)
        expect(answer.headers.get('retry-after'), answer.url).toBe('1')
        expect(await answer.text(), answer.url).toContain('57014')
      }
    })
  } finally {
    await owner.end()
  }
  expect((await client.from('events').select('id')).error).toBeNull()
})

test('gives current answers from prepared calls and leaves nothing behind after a refused one', async () => {
  const { client, id } = await newCustomer(shop)
  const ask = async (): Promise<unknown> => (await client.rpc('my_role')).data
  for (let round = 0; round < 30; round += 1) expect(await ask()).toBeNull()
  const owner = postgresClient(postgres.url, { max: 1 })
  try {
    await owner`insert into public.staff (user_id, role) values (${id}, 'gate')`
    for (let round = 0; round < 30; round += 1) expect(await ask()).toBe('gate')
    const refused = await Promise.all(Array.from({ length: 30 }, () => client.rpc('hold_seats', { p_order_id: id })))
    for (const { error } of refused) expect(error?.code).toBe('PT400')
    expect(await ask()).toBe('gate')
  } finally {
    await owner.end()
  }
})

const LOOKED_AT = '7a1b6f7e-0000-4000-8000-000000000001'
const pageOf = async (): Promise<string> =>
  (await fetch(`${shop.url}/events/${LOOKED_AT}`, { headers: { accept: 'text/html' } })).text()

test('reads an event once for all who ask for its page at once, and again after a change', async () => {
  const database = postgresClient(postgres.url, { max: 1 })
  const singer = '7a1b6f7e-0000-4000-8000-000000000002'
  await database`insert into public.singers (id, name) values (${singer}, 'Meher Qazi')`
  await database`insert into public.events (id, singer_id, city, venue, date)
    values (${LOOKED_AT}, ${singer}, 'Pune', 'Old Hall', now() + interval '30 days')`
  const reads = (): number => written.match(/: +select s\.id as singer_id/g)?.length ?? 0
  const before = reads()
  const began = performance.now()
  const pages = await Promise.all(Array.from({ length: 40 }, pageOf))
  const seconds = Math.ceil((performance.now() - began) / 1000)
  expect(new Set(pages).size).toBe(1)
  expect(pages[0]).toContain('Old Hall')
  await expect.poll(reads).toBeGreaterThan(before)
  expect(reads() - before).toBeLessThanOrEqual(seconds)
  await database`update public.events set venue = 'New Hall' where id = ${LOOKED_AT}`
  await expect.poll(pageOf, { timeout: 30_000 }).toContain('New Hall')
  await database.end()
})

test('shares the database with a second server, which migrates nothing', async () => {
  const second = await startShop({ env: { DATABASE_URL: postgres.url, DEMO: '' } })
  try {
    expect((await visitor(second).from('events').select('id')).error).toBeNull()
    expect(await second.stop()).toBe(0)
  } finally {
    await second.dispose()
  }
})

test('reports in /healthz that the database is gone, and still shows the page of an event that it has read', async () => {
  expect(await (await fetch(`${shop.url}/healthz`)).json()).toEqual({ ok: true })
  await postgres.stop()
  await expect
    .poll(async () => (await fetch(`${shop.url}/healthz`)).status, { timeout: 20_000, interval: 500 })
    .toBe(503)
  expect(await pageOf()).toContain('New Hall')
  const answer = await visitor(shop).from('events').select('id')
  expect(answer.status).toBe(500)
  expect(JSON.stringify(answer.error)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i)
})
