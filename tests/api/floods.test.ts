import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShop, type Shop } from '../support/server/shop.ts'
import { bearer, demoPerson, newCustomer, post, visitor, type Customer } from '../support/server/visitor.ts'
import { approve, line, newCategory, submitted } from './support/cast.ts'

/** Sets the sender's address as our proxy would; one network each by default. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const PER_ADDRESS = 10
const PER_IP = 30
const MESSAGES = 5
const MAX_SEATS = 40

let shop: Shop
let honest: Customer
let admin: Customer

beforeAll(async () => {
  shop = await startShop({
    template: 'demo',
    on: 'postgres',
    env: {
      TRUST_PROXY: '1',
      LIMITS_SIGN_IN_PER_ADDRESS: String(PER_ADDRESS),
      LIMITS_SIGN_IN_PER_IP: String(PER_IP),
      LIMITS_CONTACT_PER_HOUR: String(MESSAGES),
    },
  })
  honest = await newCustomer(shop, 'Honest')
  admin = await demoPerson(shop, 'admin')
})
afterAll(async () => shop?.dispose())

const ask = (path: string, body: unknown, headers: Record<string, string>) => post(shop, path, body, headers)

const counted = (statuses: number[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('a flood of holds gets forty seats per account while another customer pays', async () => {
  const halls = await Promise.all(Array.from({ length: 6 }, async () => (await newCategory(admin, 100)).category))
  const flooder = await newCustomer(shop, 'Flooder')
  const labels = Array.from({ length: 10 }, (_, n) => `${String.fromCharCode(65 + Math.floor(n / 5))}${(n % 5) + 1}`)
  let over = false
  const refusals = new Set<string>()
  const flood = async (lane: number): Promise<void> => {
    for (let n = lane; !over; n += 1) {
      const p_lines = line(halls[n % halls.length]!, ...labels)
      const { error } = await flooder.client.rpc('hold_seats', { p_order_id: randomUUID(), p_lines })
      if (error) refusals.add(error.message)
    }
  }
  const lanes = Array.from({ length: 8 }, (_, lane) => flood(lane))
  await expect.poll(() => [...refusals].sort(), { timeout: 120_000 }).toContain('too_many')
  await approve(admin, await submitted(honest, halls[0]!, 'J9', 'J10'))
  expect((await honest.client.from('user_tickets').select('seats')).data).toEqual([{ seats: ['J9', 'J10'] }])
  over = true
  await Promise.all(lanes)
  const claims = await admin.client.from('seat_claims').select('seat').eq('user_id', flooder.id)
  expect(claims.data).toHaveLength(MAX_SEATS)
  expect([...refusals].filter((code) => !['too_many', 'seats_taken', 'held_too_long'].includes(code))).toEqual([])
})

const message = (email: string) => ({
  p_message: { id: randomUUID(), name: 'X', email, topic: 'other', message: 'Hello' },
})

test('a flood of messages does not stop messages of others, even in a customer’s name', async () => {
  const flood = async (address: string, email: () => string, n = 20): Promise<number[]> => {
    const sent = Array.from({ length: n }, () =>
      ask('/rest/v1/rpc/send_contact_message', message(email()), from(address)),
    )
    return (await Promise.all(sent)).map((answer) => answer.status)
  }
  const anybody = (): string => `${randomUUID()}@test.example`
  expect(counted(await flood('203.0.113.1', anybody))).toEqual({ 200: MESSAGES, 429: 20 - MESSAGES })
  const scattered = Array.from({ length: 20 }, (_, n) => flood(`203.0.113.${n + 20}`, () => honest.email, 1))
  expect(counted((await Promise.all(scattered)).flat())).toEqual({ 200: MESSAGES, 429: 20 - MESSAGES })

  expect((await honest.client.rpc('send_contact_message', message(honest.email))).error).toBeNull()
  expect((await ask('/rest/v1/rpc/send_contact_message', message(anybody()), from('203.0.113.99'))).status).toBe(200)
})

test('guesses from the venue’s address do not keep gate staff or forty others from signing in', async () => {
  const venue = '203.0.113.9'
  const attempt = (email: string, password: string) =>
    ask('/auth/v1/token?grant_type=password', { email, password }, from(venue))
  const gate = await demoPerson(shop, 'gate')
  expect((await attempt(gate.email, gate.password)).status).toBe(200)
  const guests = await Promise.all(Array.from({ length: 4 }, () => newCustomer(shop, 'Guest')))
  // More than the network's limit: correct sign-ins do not count.
  for (let n = 0; n < 40; n += 1) {
    const guest = guests[n % guests.length]!
    expect((await attempt(guest.email, guest.password)).status).toBe(200)
  }
  const guesses = await Promise.all(
    Array.from({ length: PER_IP + 10 }, (_, n) => attempt(`nobody${n}@test.example`, 'a wrong one')),
  )
  expect(counted(guesses.map((one) => one.status))).toEqual({ 400: PER_IP, 429: 10 })
  expect((await attempt(honest.email, honest.password)).status, 'not known there').toBe(429)
  expect((await attempt(gate.email, gate.password)).status).toBe(200)
  for (const guest of guests) expect((await attempt(guest.email, guest.password)).status).toBe(200)
})

test('a flood of sign-ins, sign-ups and mails does not stop other sign-ins or end sessions', async () => {
  const neighbour = await newCustomer(shop, 'Neighbour')
  const home = '192.0.2.7'
  const attempt = (path: string, email: string, address: string, password = 'a wrong one') =>
    ask(`/auth/v1/${path}`, { email, password }, from(address))
  const guess = (email: string, address: string) => attempt('token?grant_type=password', email, address)
  const usual = () => attempt('token?grant_type=password', honest.email, home, honest.password)
  expect((await usual()).status).toBe(200)
  // Registering was the first attempt; a correct password makes none.
  const left = PER_ADDRESS - 1
  const guessed = Array.from({ length: 40 }, (_, n) => guess(honest.email, `198.51.100.${n}`))
  expect(counted((await Promise.all(guessed)).map((one) => one.status))).toEqual({
    400: left,
    429: 40 - left,
  })
  const scanned = Array.from({ length: 60 }, (_, n) =>
    attempt(['signup', 'recover', 'verify', 'resend'][n % 4]!, `${randomUUID()}@test.example`, '198.51.100.200', 'x'),
  )
  const statuses = counted((await Promise.all(scanned)).map((one) => one.status))
  // Sign-ups and guesses are counted apart; mails have a tenth of that.
  expect(statuses[429]).toBe(30 - PER_IP / 10)
  expect(Object.keys(statuses).filter((status) => status.startsWith('5'))).toEqual([])

  // Guesses at an address end for 15 minutes, even with the right password, except from a known network.
  const { email, password } = honest
  expect((await attempt('token?grant_type=password', email, '192.0.2.1', password)).status).toBe(429)
  expect((await usual()).status).toBe(200)
  expect((await honest.client.auth.refreshSession()).error).toBeNull()
  expect((await honest.client.from('profiles').select('email')).data).toEqual([{ email }])
  const signedIn = await attempt('token?grant_type=password', neighbour.email, '192.0.2.2', neighbour.password)
  expect(signedIn.status).toBe(200)
  expect((await visitor(shop).from('events').select('id').limit(1)).data).toHaveLength(1)
})

test('an account that keeps changing its password must wait, and others are answered', async () => {
  const mallory = await newCustomer(shop, 'Mallory')
  const change = async () =>
    (await post(shop, '/auth/v1/user', { password: mallory.password }, bearer(mallory), 'PUT')).status
  const changes = Promise.all(Array.from({ length: 64 }, change))
  expect((await visitor(shop).from('events').select('id').limit(1)).error).toBeNull()
  const statuses = counted(await changes)
  expect(statuses[429]).toBe(59)
  expect((statuses[200] ?? 0) + (statuses[422] ?? 0)).toBe(5)
})
