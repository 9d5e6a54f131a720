import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { startShopPostgres, type ShopPostgres } from '../support/server/shop.ts'
import type { Customer } from '../support/server/visitor.ts'
import { line, newCategory, openCast, payment, type Cast } from './support/cast.ts'

// The calls of a sale go straight to the database; everything else goes through the backend. Both ways must answer alike.

let cast: Cast

type Way = 'straight' | 'through the backend'
const ways: Way[] = ['straight', 'through the backend']

interface Heard {
  status: number
  type: string | null
  caching: string | null
  body: unknown
}

const tokenOf = async (person: Customer): Promise<string> =>
  (await person.client.auth.getSession()).data.session!.access_token

function ask(
  way: Way,
  name: string,
  body: string,
  token?: string,
  more: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${cast.shop.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      'content-type': 'application/json',
      'content-profile': 'public',
      // An unusual header is left to the backend, and changes nothing there.
      accept: way === 'straight' ? '*/*' : 'application/json;q=0.9, */*;q=0.8',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...more,
    },
    body,
  })
}

async function call(...asked: Parameters<typeof ask>): Promise<Heard> {
  const response = await ask(...asked)
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    caching: response.headers.get('cache-control'),
    body: text === '' ? '' : (JSON.parse(text) as unknown),
  }
}

const SIGNED = ['hold_seats', 'extend_hold', 'release_seats', 'submit_payment', 'find_order_payment', 'my_held_seats']
const NAMES = [...SIGNED, 'taken_seats', 'check_payment_status', 'gate_roster']

describe.each(['embedded', 'on a PostgreSQL'])('%s', (kind) => {
  let postgres: ShopPostgres | undefined
  beforeAll(async () => {
    if (kind === 'embedded') cast = await openCast({ template: 'demo' })
    else {
      postgres = await startShopPostgres('demo')
      cast = await openCast({ dataDir: postgres.dataDir, env: { DATABASE_URL: postgres.url, DEMO: 'on' } })
    }
  }, 300_000)
  afterAll(async () => {
    await cast?.shop.dispose()
    await postgres?.stop()
  })

  test('the two ways are two', async () => {
    const { category } = await newCategory(cast.admin)
    const raw = async (way: Way): Promise<string> =>
      (await ask(way, 'taken_seats', JSON.stringify({ p_ticket_category_id: category }))).text()
    // PostgreSQL writes a space after each colon, the backend writes none.
    expect(await raw('straight')).toContain(': ')
    expect(await raw('through the backend')).not.toContain(': ')
  })

  test.each(NAMES)('%s is refused alike', async (name) => {
    const bodies = [
      '{}',
      '{"p_order_id":null,"p_lines":null,"p_code":null}',
      '{"p_order_id":null}',
      '{"p_ticket_category_id":null}',
      '{"p_transaction_id":null}',
      '{"p_order_id":"nonsense"}',
      '{"p_order_id":7}',
      '{"p_order_id":["x"]}',
      `{"p_order_id":"${'0'.repeat(8)}-0000-4000-8000-000000000000","p_lines":"[]"}`,
      '{"p_lines":[{"a":"\\u0000"}],"p_order_id":"00000000-0000-4000-8000-000000000000"}',
      '{"p_transaction_id":"\\ud800"}',
      '{"p_transaction_id":"412345678901"}',
      '{"p_event_id":null,"p_after":null,"p_since":null}',
      '{"p_since":"yesterday at noon"}',
      '{"p_rows":1.5}',
      '{"p_ticket_category_id":"00000000-0000-4000-8000-000000000000"}',
      '{"p_order_id":"00000000-0000-4000-8000-000000000000"}',
      '{"p_order_id":"00000000-0000-4000-8000-000000000000","p_lines":null}',
      '{"p_amount":"12","p_order_id":"00000000-0000-4000-8000-000000000000"}',
      '{"p_amount":{},"p_order_id":"00000000-0000-4000-8000-000000000000"}',
      '{"p_unknown":1}',
      '{"__proto__":{"p_order_id":"x"}}',
      '[]',
      '[{}]',
      'null',
      '"x"',
      '{',
    ]
    const farah = await tokenOf(cast.customer)
    await Promise.all(
      bodies.map(async (body) => {
        for (const token of [undefined, farah]) {
          const [one, other] = await Promise.all(ways.map((way) => call(way, name, body, token)))
          expect(undated(one), body).toEqual(undated(other))
        }
      }),
    )
  })

  describe('a token that is not plainly valid is judged alike', () => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    test.each([
      ['cut', (token: string) => token.slice(0, -2)],
      [
        'of another',
        (token: string) =>
          token.replace(/\.[^.]+\./, `.${part({ sub: randomUUID(), role: 'authenticated', exp: 9e9 })}.`),
      ],
      [
        'of an owner',
        (token: string) =>
          token.replace(/\.[^.]+\./, `.${part({ sub: randomUUID(), role: 'service_role', exp: 9e9 })}.`),
      ],
      ['unsigned', (token: string) => `${part({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.AA`],
      ['nothing', () => 'x.y.z'],
    ])('%s', async (_, change) => {
      const token = change(await tokenOf(cast.customer))
      for (const name of NAMES) {
        const [one, other] = await Promise.all(ways.map((way) => call(way, name, '{}', token)))
        expect(one, name).toEqual(other)
        expect(one!.status, name).toBeGreaterThanOrEqual(400)
      }
    })

    test('an ended session', async () => {
      const token = await tokenOf(cast.other)
      await cast.other.client.auth.signOut()
      const order = { p_order_id: randomUUID(), p_lines: line(randomUUID(), 'A1') }
      for (const name of SIGNED) {
        const [one, other] = await Promise.all(
          ways.map((way) => call(way, name, JSON.stringify(name === 'hold_seats' ? order : {}), token)),
        )
        expect(one, name).toEqual(other)
        expect(one!.status, name).toBeGreaterThanOrEqual(400)
      }
    })
  })

  test.each([
    ['another format', { accept: 'text/csv' }],
    ['one object', { accept: 'application/vnd.pgrst.object+json' }],
    ['another schema', { 'content-profile': 'private' }],
    ['nothing back', { prefer: 'return=minimal' }],
    ['another type', { 'content-type': 'text/plain' }],
  ])('who wants %s gets what the backend gives', async (_, more) => {
    const { category } = await newCategory(cast.admin)
    const body = JSON.stringify({ p_ticket_category_id: category })
    const asked = await call('straight', 'taken_seats', body, undefined, more).catch((error: unknown) => error)
    const again = await call('through the backend', 'taken_seats', body, undefined, more).catch(
      (error: unknown) => error,
    )
    expect(undated(asked)).toEqual(undated(again))
  })

  test('a whole sale answers alike', async () => {
    const heard = await Promise.all(ways.map((way) => sale(way)))
    expect(heard[0]).toEqual(heard[1])
  })
})

/** Buys one seat, with every call and its usual refusals; ids and times are left out of what is returned. */
async function sale(way: Way): Promise<unknown[]> {
  const { category } = await newCategory(cast.admin)
  const token = await tokenOf(cast.customer)
  const order = randomUUID()
  const lines = line(category, 'A1')
  const steps: [string, unknown][] = [
    ['taken_seats', { p_ticket_category_id: category }],
    ['hold_seats', { p_order_id: order, p_lines: lines, p_code: null }],
    ['hold_seats', { p_order_id: order, p_lines: line(category, 'Z99') }],
    ['hold_seats', { p_order_id: order, p_lines: lines }],
    ['taken_seats', { p_ticket_category_id: category }],
    ['my_held_seats', { p_ticket_category_id: category }],
    ['extend_hold', { p_order_id: order }],
    ['find_order_payment', { p_order_id: order }],
    ['release_seats', { p_order_id: order }],
    ['extend_hold', { p_order_id: order }],
    ['hold_seats', { p_order_id: order, p_lines: lines }],
    ['submit_payment', { ...payment(cast.customer, order, lines), p_transaction_id: null }],
    ['submit_payment', payment(cast.customer, order, lines)],
    ['submit_payment', payment(cast.customer, order, lines)],
    ['hold_seats', { p_order_id: order, p_lines: lines }],
    ['release_seats', { p_order_id: order }],
    ['check_payment_status', { p_transaction_id: '400000000000' }],
  ]
  const heard: unknown[] = []
  for (const [name, body] of steps) heard.push([name, undated(await call(way, name, JSON.stringify(body), token))])
  return heard
}

/** Replaces ids, times and codes by their kinds. */
const undated = (heard: unknown): unknown =>
  JSON.parse(
    JSON.stringify(heard ?? null)
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)/g, 'time')
      .replace(/MF[0-9A-Z]{8}/g, 'code')
      .replace(/\b7\d{11}\b/g, 'utr'),
  )
