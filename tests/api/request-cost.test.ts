import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/domain/backend-key.ts'
import { startShop, type Shop } from '../support/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../support/visitor.ts'

/** What one request may cost: none of them keeps the shop from answering everybody else. */

let shop: Shop
let farah: Customer
let admin: Customer

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
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

/** What a request is answered while the shop's health and somebody else's read are answered too. */
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

/** Each group doubles the work, and the references back keep PostgreSQL from any short cut. */
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
      'in a query that a value carries',
      `events?select=id&id=eq.${encode('{"type":"query","from":"events","select":["id"],"where":{"venue":{"$regex":"a"}}}')}`,
    ],
    ['in a filter of what a function answers', `rpc/taken_seats?event_id=match.a`],
  ]
  test.each(places)('%s is refused, and others are answered meanwhile', async (_, path) => {
    expect(await answeredBeside(path)).toEqual(REFUSED)
  })

  test.each(['PATCH', 'DELETE'])('in what a %s is about is refused', async (method) => {
    const body = method === 'PATCH' ? '{"venue":"Elsewhere"}' : null
    expect(await answeredBeside(`events?venue=match.${slow}`, { method, body }, admin.token)).toEqual(REFUSED)
  })

  test('as it stands in a text to look for is a text', async () => {
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

test('the shop is still there for the next one', async () => {
  expect((await farah.client.from('events').select('id').limit(1)).data).toHaveLength(1)
})
