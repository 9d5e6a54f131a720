import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { bearer, demoPerson, newCustomer, post, type Customer } from '../support/server/visitor.ts'
import { line, newCategory, picturePath, png, raw, upload } from './support/cast.ts'

/** What is known of a request before its body: refusals are counted in what was sent, never in time. */

const MB = 1024 * 1024
const PICTURE_BYTES = 5 * MB

let shop: Shop
let farah: Customer
let joseph: Customer
let admin: Customer
const opened: ClientRequest[] = []

beforeAll(async () => {
  shop = await startShop({ template: 'demo', on: 'postgres' })
  farah = await newCustomer(shop, 'Farah')
  joseph = await newCustomer(shop, 'Joseph')
  admin = await demoPerson(shop, 'admin')
})
afterAll(async () => shop?.dispose())
afterEach(() => {
  for (const one of opened.splice(0)) one.destroy()
})

interface Begun {
  path: string
  headers?: Record<string, string>
  /** What the head says; null for a body in chunks. */
  length: number | null
  /** The first bytes, which are sent; the rest never comes. */
  sent?: number
}

/** Sends the head of a POST and the first bytes of its body. Resolves with the status when the shop answers. */
function begin({ path, headers = {}, length, sent = 0 }: Begun): Promise<number> {
  const one = request({
    ...{ host: '127.0.0.1', port: shop.port, path, method: 'POST', agent: false },
    headers: {
      ...{ host: 'localhost', apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers },
      ...(length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    },
  })
  opened.push(one)
  one.flushHeaders()
  if (sent > 0) one.write(Buffer.alloc(sent, ' '))
  return new Promise((resolve, reject) => {
    one.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    one.once('error', reject)
  })
}

const ofStaff = [
  'rpc/record_scans',
  'rpc/import_bank_rows',
  'rpc/import_catalogue',
  'rpc/save_concert',
  'seating_layouts',
]
const rest = (name: string): string => `/rest/v1/${name}`
const pictureOf = (person: Customer): string => `/storage/v1/object/payments/${picturePath(person)}`
const large = (): string[] => [...ofStaff.map(rest), rest('rpc/submit_payment'), pictureOf(farah)]

/** Of another shop: signed, but not by this one's secret. */
const forged = {
  authorization: `Bearer ${['{"alg":"HS256"}', '{"sub":"x"}', 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.')}`,
}

test.each([
  ['without a token', {}],
  ['with the public key as its token', { authorization: `Bearer ${EMBEDDED_PUBLISHABLE_KEY}` }],
  ['with a forged token', forged],
])('of a large body %s not a byte is asked for', async (_, headers) => {
  for (const path of large()) expect(await begin({ path, headers, length: 200_000 }), path).toBe(401)
})

test('of a body without a length a stranger sends a few kilobytes', async () => {
  for (const path of large()) expect(await begin({ path, length: null, sent: 24 * 1024 }), path).toBe(401)
})

test('a hundred and fifty pictures that strangers begin are all refused', async () => {
  const begun = Array.from({ length: 150 }, () => begin({ path: pictureOf(farah), length: PICTURE_BYTES, sent: 1_000 }))
  expect(new Set(await Promise.all(begun))).toEqual(new Set([401]))
})

test('what strangers go on sending after the refusal is read of eight at once, not of all', async () => {
  // More than the buffers of a connection take.
  const body = Buffer.alloc(24 * MB, ' ')
  const left = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const one = request({
        ...{ host: '127.0.0.1', port: shop.port, path: rest('rpc/record_scans'), method: 'POST', agent: false },
        headers: { host: 'localhost', apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-length': String(body.length) },
      })
      opened.push(one)
      one.on('error', () => undefined)
      const gone = new Promise<boolean>((resolve) => {
        one.once('close', () => resolve(false))
        one.write(body, (error) => resolve(!error))
      })
      const [answer] = (await once(one, 'response')) as [IncomingMessage]
      answer.on('error', () => undefined).resume()
      return [answer.statusCode, await gone] as const
    }),
  )
  expect(new Set(left.map(([status]) => status))).toEqual(new Set([413]))
  const read = left.filter(([, gone]) => gone).length
  expect([read >= 8, read < 20]).toEqual([true, true])
})

test('where only staff send much, no customer does', async () => {
  for (const name of ofStaff)
    expect(await begin({ path: rest(name), headers: bearer(farah), length: 4 * MB }), name).toBe(403)
  const rows = Array.from({ length: 1_001 }, () => ({ narration: 'x'.repeat(512) }))
  expect((await post(shop, rest('rpc/import_bank_rows'), { p_rows: rows }, bearer(admin))).status).toBe(400)
})

test('a body has a bound of values, and says so', async () => {
  const lists = (count: number) => Array.from({ length: count }, () => [])
  const scans = await post(shop, rest('rpc/record_scans'), { p_scans: lists(300_000) }, bearer(admin))
  expect([scans.status, await scans.json()]).toEqual([413, expect.objectContaining({ code: 'too_many_values' })])
  const payment = { p_order_id: randomUUID(), p_transaction_id: 'x', p_amount: 1, p_lines: lists(30_000) }
  expect((await post(shop, rest('rpc/submit_payment'), payment, bearer(farah))).status).toBe(413)
})

test('a file of concerts that has a city twice is refused, naming both places', async () => {
  const night = (day: string) => `"Mumbai": {"date": "${day}", "venue": "NCPA", "tickets": {"Gold": 1500}}`
  const answer = await fetch(`${shop.url}${rest('rpc/import_catalogue')}`, {
    method: 'POST',
    headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json', ...bearer(admin) },
    body: `{"p_catalogue": {"Asha Rao": {\n${night('2027-02-05')},\n${night('2027-02-06')}}}}`,
  })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ message: 'p_catalogue/Asha Rao/Mumbai is listed twice: lines 2 and 3' }),
  ])
})

test('a stadium with forty thousand seats and its aisles can be stored', async () => {
  const row = (n: number) => ({
    label: `${String.fromCharCode(65 + Math.floor(n / 26))}${String.fromCharCode(65 + (n % 26))}`,
    seats: Array.from({ length: 44 }, (_, at) => (at % 11 === 10 ? null : at + 1)),
  })
  const sections = Array.from({ length: 10 }, (_, at) => ({
    ...{ code: `S${at}`, name: `Stand ${at}` },
    rows: Array.from({ length: 100 }, (__, n) => row(n)),
  }))
  const layout = { name: `Stadium ${randomUUID()}`, layout_data: { stage: 'top', sections } }
  expect((await post(shop, rest('seating_layouts'), layout, bearer(admin))).status).toBe(201)
})

test('an account sends two large bodies at once, others of it wait unread, and those of others are answered', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 23; n += 1)
    void begin({ path: pictureOf(farah), headers: bearer(farah), length: PICTURE_BYTES, sent: 30_000 }).then(
      (status) => statuses.push(status),
      () => undefined,
    )
  // Two are read and twenty wait.
  await expect.poll(() => statuses, { timeout: 60_000 }).toEqual([429])
  expect(await upload(joseph, picturePath(joseph), padded(100_000))).toBeNull()
  const { category } = await newCategory(admin)
  const { error } = await farah.client.rpc('hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'A1') })
  expect(error).toBeNull()
  expect(statuses).toEqual([429])
})

test('the pictures under way from one network have a bound, and leave it when they end', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, (_, n) => newCustomer(shop, `Flooder ${n}`)))
  const statuses: number[] = []
  for (const person of [...people, ...people])
    void begin({
      path: pictureOf(person),
      headers: bearer(person),
      length: PICTURE_BYTES,
      sent: PICTURE_BYTES - 1,
    }).then(
      (status) => statuses.push(status),
      () => undefined,
    )
  // Ten times five megabytes do not fit in 48.
  await expect.poll(() => statuses, { timeout: 60_000 }).toEqual([429])
  for (const one of opened.splice(0)) one.destroy()
  await expect.poll(() => upload(joseph, picturePath(joseph), padded(PICTURE_BYTES)), { timeout: 60_000 }).toBeNull()
})

test('a whole picture of five megabytes is stored, with its length or in chunks', async () => {
  const headers = {
    host: 'localhost',
    apikey: EMBEDDED_PUBLISHABLE_KEY,
    ...bearer(joseph),
    'content-type': 'image/png',
  }
  const sends = async (more: Record<string, string>) =>
    (await raw(shop, pictureOf(joseph), { ...headers, ...more }, 'POST', padded(PICTURE_BYTES))).status
  expect([await sends({}), await sends({ 'transfer-encoding': 'chunked' })]).toEqual([200, 200])
})

/** The picture with zeros after its end. */
function padded(bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  whole.set(png)
  return whole
}
