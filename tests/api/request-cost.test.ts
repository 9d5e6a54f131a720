import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../support/server/visitor.ts'

let shop: Shop
let farah: Customer
let admin: Customer

beforeAll(async () => {
  shop = await startShop({ template: 'demo', on: 'postgres' })
  farah = await newCustomer(shop, 'Farah')
  admin = await demoPerson(shop, 'admin')
})
afterAll(async () => shop?.dispose())

const ask = (path: string, more: RequestInit = {}, token?: string): Promise<Response> =>
  fetch(`${shop.url}/rest/v1/${path}`, {
    ...more,
    headers: {
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })

/** Returns a request's answer; meanwhile health and another read must be answered. */
async function answeredBeside(path: string, more: RequestInit = {}, token?: string): Promise<[number, string]> {
  const hostile = ask(path, more, token)
  const health = fetch(`${shop.url}/healthz`)
  const read = ask('events?select=id&limit=1')
  expect((await health).status).toBe(200)
  expect((await read).status).toBe(200)
  const answer = await hostile
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  return [answer.status, code ?? '']
}

const encode = encodeURIComponent

/** Each group doubles the work; the back references prevent shortcuts. */
const slow = encode(`^${'(.*)'.repeat(8)}\\1\\2\\3\\4\\5\\6\\7\\8$`)

const REFUSED = [400, 'PGRST100']

describe('a regular expression', () => {
  const places: [string, string][] = [
    ['in a filter', `events?select=id&venue=match.${slow}`],
    ['without regard to case', `events?select=id&venue=imatch.${slow}`],
    ['in a negated filter', `events?select=id&venue=not.match.${slow}`],
    ['among several', `events?select=id&venue=match(any).${encode('{"a","b"}')}`],
    ['of all of several', `events?select=id&venue=imatch(all).${encode('{"a","b"}')}`],
    ['in a second filter of one column', `events?select=id&venue=eq.x&venue=match.${slow}`],
    ['in one of alternatives', `events?select=id&or=(id.is.null,venue.match.${encode('^(.*)\\1$')})`],
    ['in a group', `events?select=id&and=(venue.imatch.a,city.eq.Pune)`],
    ['in a negated group', `events?select=id&not.or=(venue.match.a,city.eq.Pune)`],
    [
      'in a group of a group',
      `events?select=id&or=(city.eq.x,and(city.eq.Pune,not.and(venue.not.match.a,id.is.null)))`,
    ],
    ['in a filter of a table inside', `singers?select=id,events(id)&events.venue=match.${slow}`],
    ['in a group of a table inside', `singers?select=id,events(id)&events.or=(venue.match.a,city.eq.Pune)`],
    ['with its name encoded', `events?select=id&venue=%6d%61tch.${slow}`],
    ['in a value of JSON', `events?select=id&venue=eq.${encode('{"$regex":"a"}')}`],
    [
      'in a query inside a value',
      `events?select=id&id=eq.${encode('{"type":"query","from":"events","select":["id"],"where":{"venue":{"$regex":"a"}}}')}`,
    ],
    ['in a filter of a function’s answer', `rpc/taken_seats?event_id=match.a`],
  ]
  test.each(places)('%s is refused, and others are answered meanwhile', async (_, path) => {
    expect(await answeredBeside(path)).toEqual(REFUSED)
  })

  test.each(['PATCH', 'DELETE'])('in the filter of a %s is refused', async (method) => {
    const body = method === 'PATCH' ? '{"venue":"Elsewhere"}' : null
    expect(await answeredBeside(`events?venue=match.${slow}`, { method, body }, admin.token)).toEqual(REFUSED)
  })

  test('is plain text inside a value', async () => {
    for (const path of [
      'events?select=id&venue=eq.a.match.b',
      'events?select=id&venue=eq.match',
      `events?select=id&venue=in.${encode('("a.match.b",imatch.c)')}`,
      `events?select=id&or=(venue.eq.${encode('"a.match.b"')},city.eq.match.b)`,
      `events?select=id&venue=ilike.${encode('%.match.%')}`,
    ])
      expect((await ask(path)).status, path).toBe(200)
  })
})

/** PostgREST's operators, each with the longest allowed operand. */
const LONG = 'a'.repeat(2_000)
const OFFERED: Record<string, string> = {
  ...{ eq: LONG, neq: LONG, gt: LONG, gte: LONG, lt: LONG, lte: LONG, isdistinct: LONG, is: 'null' },
  ...{ in: `(${LONG})`, like: '%a'.repeat(8), ilike: `%${'_'.repeat(190)}%` },
}
const NOT_OFFERED: Record<string, string> = {
  ...{ match: '(a*)*$', imatch: '(a*)*$', fts: LONG, plfts: LONG, phfts: LONG, wfts: LONG, 'fts(simple)': LONG },
  ...{ cd: '{a}', ov: '{a}', sl: '(a,b)', sr: '(a,b)', nxl: '(a,b)', nxr: '(a,b)', adj: '(a,b)', nothing: 'a' },
  ...{ 'eq(any)': '{a}', 'like(any)': '{a}', 'ilike(all)': '{a}', 'match(any)': '{a}', 'imatch(all)': '{a}' },
  ...{ like: '%a'.repeat(20), ilike: 'a'.repeat(300), MATCH: 'a', 'match ': 'a' },
}

describe('a filter', () => {
  test.each(Object.entries(OFFERED))('%s is answered, also negated and in groups', async (operator, value) => {
    for (const filter of [
      `venue=${operator}.${encode(value)}`,
      `venue=not.${operator}.${encode(value)}`,
      `or=(id.is.null,venue.${operator}.${encode(value)})`,
      `not.and=(id.is.null,venue.not.${operator}.${encode(value)})`,
    ])
      expect(await answeredBeside(`events?select=id&${filter}`), filter.slice(0, 60)).toEqual([200, ''])
  })

  test.each(Object.entries(NOT_OFFERED))('%s is refused, also negated and in groups', async (operator, value) => {
    for (const filter of [
      `venue=${encode(operator)}.${encode(value)}`,
      `venue=not.${encode(operator)}.${encode(value)}`,
      `or=(id.is.null,venue.${encode(operator)}.${encode(value)})`,
    ])
      expect((await answeredBeside(`events?select=id&${filter}`))[0], filter.slice(0, 60)).toBe(400)
  })

  test('searches lists and objects', async () => {
    const of = async (path: string): Promise<number> => (await answeredBeside(path, {}, admin.token))[0]
    expect(await of(`user_tickets?select=id&seats=cs.${encode('{A1}')}`)).toBe(200)
    expect(await of(`audit_log?select=id&after=cs.${encode('{"order_code":"MF1"}')}`)).toBe(200)
    expect(await of(`audit_log?select=id&after=cs.${encode('{"a":{"b":1}}')}`)).toBe(400)
  })
})

test.each([
  'text',
  'integer',
  'bigint',
  'numeric',
  'float8',
  'boolean',
  'date',
  'timestamptz',
  'json',
  'jsonb',
  'uuid',
])('a column can be read as %s, or is unknown', async (type) =>
  expect([200, 400]).toContain((await answeredBeside(`events?select=x:venue::${type}`))[0]),
)

test.each([
  'char(10485760)',
  'bit(83886080)',
  'varchar(1)',
  'numeric(1000,999)',
  'xml',
  'tsvector',
  'regclass',
  'text[]',
])('a column cannot be read as %s', async (type) => {
  for (const selected of [
    `x:venue::"${type}"`,
    `venue::"${type}"`,
    `x:id::"${type}".max()`,
    `singers(name::"${type}")`,
  ])
    expect((await answeredBeside(`events?select=${encode(selected)}`))[0], selected).toBe(400)
})

describe('a body', () => {
  const message = (name: string): string =>
    JSON.stringify({ p_message: { id: randomUUID(), name, email: 'a@test.example', topic: 'other', message: 'Hello' } })
  const post = (path: string, body: string, token?: string) => answeredBeside(path, { method: 'POST', body }, token)

  test('of megabytes is refused for a call that needs none', async () => {
    const long = 'x'.repeat(100_000)
    for (const [path, body] of [
      ['rpc/send_contact_message', message(long)],
      ['rpc/hold_seats', JSON.stringify({ p_order_id: randomUUID(), p_lines: [], long })],
      ['events', JSON.stringify({ city: long })],
    ] as const) {
      const [status] = await post(path, body, farah.token)
      expect(status, path).toBe(413)
    }
    expect((await post('rpc/send_contact_message', message('x'.repeat(10_000))))[0]).toBe(400)
  })

  test('can hold a stadium, a statement or an evening of scans', async () => {
    // The database refuses them, so it has read them.
    const scans = Array.from({ length: 1_001 }, () => ({ id: randomUUID(), ticket_id: 'x'.repeat(512) }))
    expect(await post('rpc/record_scans', JSON.stringify({ p_scans: scans }), admin.token)).toEqual([400, 'PT400'])
    const rows = Array.from({ length: 1_001 }, () => ({ narration: 'x'.repeat(512) }))
    expect(await post('rpc/import_bank_rows', JSON.stringify({ p_rows: rows }), admin.token)).toEqual([400, 'PT400'])
    const layout_data = { sections: Array.from({ length: 61 }, () => ({ name: 'x'.repeat(2_000) })) }
    const layout = JSON.stringify({ name: randomUUID(), layout_data })
    expect(await post('seating_layouts', layout, admin.token)).toEqual([400, 'PT400'])
  })

  test('of a payment can hold every line of an order', async () => {
    const seats = Array.from({ length: 10 }, (_, n) => `A${n + 1}`)
    const p_lines = Array.from({ length: 700 }, () => ({ ticket_category_id: randomUUID(), seats }))
    const payment = { p_order_id: randomUUID(), p_transaction_id: '712345678901', p_amount: 1, p_lines }
    const picture = { p_screenshot_path: 'x', p_screenshot_sha256: 'a'.repeat(64) }
    const [status] = await post('rpc/submit_payment', JSON.stringify({ ...payment, ...picture }), farah.token)
    expect([200, 400]).toContain(status)
  })
})

test('others are answered during a flood of one customer’s expensive calls', async () => {
  let over = false
  const statuses = new Set<number>()
  const flood = async (): Promise<void> => {
    while (!over) statuses.add((await ask('rpc/export_my_data', { method: 'POST', body: '{}' }, farah.token)).status)
  }
  const lanes = Array.from({ length: 64 }, flood)
  for (let round = 0; round < 5; round += 1) expect((await admin.client.rpc('my_role')).data).toBe('admin')
  expect((await ask('events?select=id&limit=1')).status).toBe(200)
  over = true
  await Promise.all(lanes)
  expect([...statuses]).toEqual([200])
})

test('the shop still answers afterwards', async () => {
  expect((await farah.client.from('events').select('id').limit(1)).data).toHaveLength(1)
})
