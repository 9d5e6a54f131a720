import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { demoPerson, newCustomer, type Customer } from '../support/server/visitor.ts'
import { answer, line, newCategory, openCast, refusal, submitted, type Cast } from './support/cast.ts'

const TOKEN = 'what-the-operator-chose'

let cast: Cast
beforeAll(async () => (cast = await openCast({ template: 'demo', on: 'postgres', env: { METRICS_TOKEN: TOKEN } })))
afterAll(async () => cast?.shop.dispose())

const live = (person?: Customer, path = '/live'): Promise<Response> =>
  fetch(`${cast.shop.url}${path}`, {
    headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, ...(person && { authorization: `Bearer ${person.token}` }) },
  })
const metrics = (authorization?: string): Promise<Response> =>
  fetch(`${cast.shop.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })

test('an admin sees what is going on', async () => {
  const { event, category } = await newCategory(cast.admin)
  await submitted(cast.customer, category, 'A1')
  expect(
    (await refusal(cast.other.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A1') }))
      .status,
  ).toBe(409)
  const times = { p_joins_from: new Date(Date.now() + 60_000), p_opens_at: new Date(Date.now() + 120_000) }
  await answer(cast.admin.client, 'save_queue', { p_event_id: event, ...times })
  const response = await live(cast.admin)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const said = (await response.json()) as Record<string, unknown> & { holds: { count: number }[]; queues: object[] }
  expect(said).toMatchObject({
    processes: 1,
    holds_minute: 1,
    payments_minute: 1,
    errors_minute: 0,
    busy_minute: 0,
    watchers: 0,
  })
  expect(said['waiting_payments']).toBeGreaterThan(0)
  expect(said['refused_minute']).toBeGreaterThan(0)
  expect(said['visitors']).toBe(1)
  expect(said.holds.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  expect(said.queues).toContainEqual(
    expect.objectContaining({ event_id: event, joined: 0, let_in: 0, rate: 600, drawn_at: null }),
  )
})

test('an admin, and no one else, sees what the server was started with', async () => {
  const said = await live(cast.admin, '/live/machine')
  expect(await said.json()).toMatchObject({ SMTP_HOST: null, METRICS_TOKEN: 'set', DATABASE_URL: 'PostgreSQL' })
  expect((await live(undefined, '/live/machine')).status).toBe(401)
  expect((await live(cast.gate, '/live/machine')).status).toBe(403)
})

test('no one else does', async () => {
  expect((await live()).status).toBe(401)
  expect((await live(cast.customer)).status).toBe(403)
  expect((await live(cast.gate)).status).toBe(403)
  expect((await fetch(`${cast.shop.url}/live`, { headers: { authorization: 'Bearer x.y.z' } })).status).toBe(401)
  expect((await fetch(`${cast.shop.url}/live`, { method: 'POST' })).status).toBe(405)
})

test('it ends at once with the role, and with the session', async () => {
  const chief = await newCustomer(cast.shop, 'Chief')
  const ofChief = (p_role: string | null) =>
    answer(cast.admin.client, 'set_staff_role', { p_user_id: chief.id, p_role })
  await ofChief('admin')
  expect((await live(chief)).status).toBe(200)
  await ofChief(null)
  expect((await live(chief)).status).toBe(403)
  const elsewhere = await demoPerson(cast.shop, 'admin')
  expect((await live(elsewhere)).status).toBe(200)
  await elsewhere.client.auth.signOut({ scope: 'local' })
  expect((await live(elsewhere)).status).toBe(401)
})

test('Prometheus reads the same with its token', async () => {
  expect((await metrics()).status).toBe(401)
  expect((await metrics('Bearer another-token-of-someone')).status).toBe(401)
  const response = await metrics(`Bearer ${TOKEN}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(/^mehfil_holds_total\{process="main"\} \d+$/m)
  expect(text).toMatch(/^mehfil_waiting_payments \d+$/m)
  for (const row of text.trim().split('\n'))
    expect(row).toMatch(/^(# (HELP|TYPE) mehfil_[a-z_]+ .+|mehfil_[a-z_]+(\{([a-z]+="[^"]+",?)+\})? \d+)$/)
})
