import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as askRaw } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Picture } from '../../server/demo/picture.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { type Shop, type ShopPostgres, startShop, startShopPostgres } from '../support/server/shop.ts'
import { newCustomer, post, type Customer } from '../support/server/visitor.ts'
import { answer, line, newCategory, openCast, payment, refusal, type Cast } from './support/cast.ts'

// Two processes of one shop: a main server and a front, on one PostgreSQL.

let postgres: ShopPostgres
let cast: Cast
let front: Shop
let dataDir: string

beforeAll(async () => {
  postgres = await startShopPostgres('demo')
  dataDir = postgres.dataDir
  const env = { DATABASE_URL: postgres.url, TRUST_PROXY: '1', LIMITS_CONTACT_PER_HOUR: '5' }
  cast = await openCast({ dataDir, env: { ...env, DEMO: 'on', LIMITS_SIGN_IN_PER_ADDRESS: '5' } })
  front = await startShop({ dataDir, env: { ...env, FRONT_OF: cast.shop.url } })
}, 300_000)
afterAll(async () => {
  await front?.dispose()
  await cast?.shop.dispose()
  await postgres?.stop()
})

/** The same customer at the front. */
const atFront = (person: Customer): Customer => ({
  ...person,
  client: createClient(front.url, EMBEDDED_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { authorization: `Bearer ${person.token}` } },
  }),
})

test('a sale goes through the front, and each process sees what the other sold', async () => {
  const { category } = await newCategory(cast.admin)
  const [farah, joseph] = await Promise.all([newCustomer(front, 'Farah'), newCustomer(cast.shop, 'Joseph')])
  const order = randomUUID()
  await answer(farah.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1') })
  const lost = await refusal(joseph.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A1') })
  expect(lost).toMatchObject({ status: 409, code: 'seats_taken' })
  await answer(farah.client, 'submit_payment', payment(farah, order, line(category, 'A1')))
  const said = async (shop: Shop): Promise<{ version: string; taken: string[] }> => {
    const address = `/rest/v1/rpc/seat_availability?p_ticket_category_id=${category}&apikey=${EMBEDDED_PUBLISHABLE_KEY}`
    return (await fetch(shop.url + address)).json() as Promise<{ version: string; taken: string[] }>
  }
  const [here, there] = await Promise.all([said(front), said(cast.shop)])
  expect(here.taken).toEqual(['A1'])
  expect(here.version).toBe(there.version)
})

test('everything else is the main server’s: accounts, pictures, lists, the console', async () => {
  const farah = await newCustomer(front, 'Farah')
  const png = new Picture(20, 20, [9, 9, 9]).toPng()
  const path = `${farah.id}/1700000000000-${randomUUID()}.png`
  const stored = farah.client.storage.from('payments')
  expect((await stored.upload(path, new Uint8Array(png), { contentType: 'image/png' })).error).toBeNull()
  expect((await stored.download(path)).data?.size).toBe(png.length)
  expect((await atFront(cast.admin).client.from('events').select('id').limit(3)).data).toHaveLength(3)
  expect((await fetch(`${front.url}/sitemap.xml`)).headers.get('content-type')).toContain('xml')
  expect((await fetch(`${front.url}/live`, { headers: { authorization: `Bearer ${cast.admin.token}` } })).status).toBe(
    200,
  )
  expect((await fetch(`${front.url}/healthz`)).status).toBe(200)
  for (const page of ['/', '/my-tickets', '/assets/none.js']) {
    const [here, there] = await Promise.all([front, cast.shop].map((shop) => fetch(shop.url + page)))
    expect([here!.status, here!.headers.get('etag')]).toEqual([there!.status, there!.headers.get('etag')])
    expect(await here!.text()).toBe(await there!.text())
    expect(here!.headers.get('content-security-policy')).toBe(there!.headers.get('content-security-policy'))
  }
})

test('the operator sees all processes as one', { timeout: 60_000 }, async () => {
  const live = async (): Promise<{ processes: number; holds_minute: number }> =>
    (await fetch(`${front.url}/live`, { headers: { authorization: `Bearer ${cast.admin.token}` } })).json() as never
  const before = (await live()).holds_minute
  const { category } = await newCategory(cast.admin)
  for (const [n, shop] of [front, cast.shop].entries()) {
    const one = await newCustomer(shop)
    await answer(one.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, `A${n + 1}`) })
  }
  let said = await live()
  // A front reports every two seconds.
  while (said.processes < 2 || said.holds_minute < before + 2) {
    await sleep(100)
    said = await live()
  }
  const forged = await fetch(`${cast.shop.url}/live/fronts`, {
    method: 'POST',
    headers: { authorization: 'Front x' },
    body: JSON.stringify({ id: 'evil', at: Date.now(), snapshot: {} }),
  })
  expect(forged.status).toBe(401)
  expect((await live()).processes).toBe(2)
})

test('guesses are counted together, whichever process they come to', async () => {
  const victim = await newCustomer(cast.shop, 'Farah')
  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1) {
    const response = await fetch(`${(n % 2 ? front : cast.shop).url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: EMBEDDED_PUBLISHABLE_KEY,
        // One sender, as a proxy of ours writes it.
        'x-forwarded-for': '203.0.113.9',
      },
      body: JSON.stringify({ email: victim.email, password: `wrong-${n}` }),
    })
    statuses.push(response.status)
  }
  // Five an address, of which registering was one.
  expect(statuses).toEqual([400, 400, 400, 400, 429, 429, 429, 429])
})

test('a sender who writes an address into a request of its own is counted as one, at a front, too', async () => {
  // Its proxy is elsewhere, so what connects from here is not believed.
  const other = await startShop({
    dataDir,
    env: {
      ...{ DATABASE_URL: postgres.url, TRUST_PROXY: '10.9.9.9', FRONT_OF: cast.shop.url },
      LIMITS_CONTACT_PER_HOUR: '5',
    },
  })
  const send = (shop: Shop, address: string) => {
    const message = {
      id: randomUUID(),
      name: 'X',
      email: `${randomUUID()}@test.example`,
      topic: 'other',
      message: 'Hello',
    }
    const headers = { 'x-forwarded-for': address }
    return post(shop, '/rest/v1/rpc/send_contact_message', { p_message: message }, headers)
  }
  try {
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await send(other, `203.0.113.${n}`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await send(front, '203.0.113.0')).status, 'through a proxy of ours').toBe(200)
  } finally {
    await other.dispose()
  }
})

test('a call that is not plainly of a sale gets the main server’s answer', async () => {
  const ask = (shop: Shop, body: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/rest/v1/rpc/hold_seats`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: EMBEDDED_PUBLISHABLE_KEY, ...headers },
      body,
    })
  for (const [body, headers] of [
    ['{}', {}],
    ['{', {}],
    ['{"p_other":1}', {}],
    ['{}', { authorization: 'Bearer x.y.z' }],
    ['{}', { apikey: 'other' }],
    ['{}', { origin: 'https://evil.example' }],
    [JSON.stringify({ p_code: 'x'.repeat(100_000) }), {}],
  ] as [string, Record<string, string>][]) {
    const [here, there] = await Promise.all([front, cast.shop].map((shop) => ask(shop, body, headers)))
    expect(here!.status, body.slice(0, 40)).toBe(there!.status)
    expect(await here!.text()).toBe(await there!.text())
  }
})

test('a large body of a stranger is refused at a front as at the main server, before it is sent', async () => {
  const farah = await newCustomer(front, 'Farah')
  const begin = ({ port }: Shop, path: string, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = askRaw(
        {
          ...{ host: '127.0.0.1', port, path, method: 'POST', agent: false },
          headers: { host: 'localhost', apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-length': '200000', ...headers },
        },
        (heard) => {
          resolve(heard.statusCode ?? 0)
          asked.destroy()
        },
      )
      asked.on('error', reject)
      asked.flushHeaders()
    })
  const customers = { authorization: `Bearer ${farah.token}` }
  for (const [path, headers, status] of [
    [`/storage/v1/object/payments/${farah.id}/x.png`, {}, 401],
    ['/rest/v1/rpc/submit_payment', {}, 401],
    ['/rest/v1/rpc/record_scans', customers, 403],
  ] as [string, Record<string, string>, number][])
    expect(await Promise.all([front, cast.shop].map((shop) => begin(shop, path, headers)))).toEqual([status, status])
})

test('a target never names another server, and no name but the shop’s is answered', async () => {
  const raw = (path: string, host?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = askRaw({ host: '127.0.0.1', port: front.port, path, headers: host ? { host } : {} }, (heard) => {
        heard.resume()
        resolve(heard.statusCode ?? 0)
      })
      asked.once('error', reject)
      asked.end()
    })
  expect(await raw('//evil.example/x')).toBe(await raw('/evil.example/x'))
  expect(await raw('http://evil.example/')).toBe(400)
  expect(await raw('/', 'evil.example')).toBe(421)
})

test(
  'while the main server is away the front goes on selling, and says what is closed',
  { timeout: 120_000 },
  async () => {
    const { category } = await newCategory(cast.admin)
    const farah = atFront(cast.customer)
    await cast.shop.stop()
    try {
      const order = randomUUID()
      await answer(farah.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'B1') })
      await answer(farah.client, 'submit_payment', payment(farah, order, line(category, 'B1')))
      expect((await fetch(`${front.url}/`)).status).toBe(200)
      expect((await fetch(`${front.url}/rest/v1/events?apikey=${EMBEDDED_PUBLISHABLE_KEY}`)).status).toBe(503)
    } finally {
      await cast.shop.restart()
    }
    // Connections that were cut are made anew.
    let status = 503
    while (status === 503) {
      status = (await fetch(`${front.url}/rest/v1/events?limit=1&apikey=${EMBEDDED_PUBLISHABLE_KEY}`)).status
      if (status === 503) await sleep(200)
    }
    expect(status).toBe(200)
  },
)

test('a front needs the main server’s secrets and a PostgreSQL', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'mehfil-front-'))
  try {
    await expect(
      startShop({ dataDir: empty, env: { DATABASE_URL: postgres.url, FRONT_OF: cast.shop.url } }),
    ).rejects.toThrow(/secrets\.json/)
    await expect(startShop({ dataDir, env: { FRONT_OF: cast.shop.url } })).rejects.toThrow(/DATABASE_URL/)
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
})
