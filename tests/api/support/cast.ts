import { randomInt, randomUUID } from 'node:crypto'
import { request, type IncomingHttpHeaders } from 'node:http'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Picture } from '../../../server/demo/picture.ts'
import { startShop, type Shop, type ShopOptions } from '../../support/server/shop.ts'
import { demoPerson, newCustomer, visitor, type Customer } from '../../support/server/visitor.ts'

export interface Refusal {
  status: number
  code: string
  detail: unknown
}

/** Returns a call's refusal; fails the test without one. */
export async function refusal(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Refusal> {
  const { data, error, status } = await client.rpc(name, args)
  if (!error) throw new Error(`${name} was not refused: ${JSON.stringify(data)}`)
  return { status, code: error.message, detail: error.details }
}

/** Returns a call's answer; fails the test when it was refused. */
export async function answer<T = Record<string, unknown>>(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<T> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name}: ${error.message} ${error.details ?? ''} ${error.hint ?? ''}`)
  return data as T
}
export const line = (category: string, ...seats: string[]) => [{ ticket_category_id: category, seats }]
const reference = () => `7${randomInt(10 ** 10, 10 ** 11)}`

/** 500 rupees and 30 rupees fee a seat, 18% tax on the price. */
export const priceOf = (seats: number) => 620 * seats

export function payment(person: Customer, order: string, lines: unknown, seats = 1): Record<string, unknown> {
  return {
    p_order_id: order,
    p_transaction_id: reference(),
    p_amount: priceOf(seats),
    p_screenshot_path: `${person.id}/1790000000000-${order}.png`,
    p_lines: lines,
    p_screenshot_sha256: randomUUID().replaceAll('-', '').repeat(2),
  }
}
export interface Submitted {
  payment_id: string
  order_id: string
  order_code: string
  transaction_id: string
  amount: number
  status: string
}
export interface Cast {
  shop: Shop
  customer: Customer
  other: Customer
  gate: Customer
  admin: Customer
  stranger: SupabaseClient
}

/** Without options on PostgreSQL. */
export async function openCast(options: ShopOptions = { template: 'demo', on: 'postgres' }): Promise<Cast> {
  const shop = await startShop(options)
  const customer = await newCustomer(shop, 'Farah')
  const other = await newCustomer(shop, 'Joseph')
  const gate = await demoPerson(shop, 'gate')
  const admin = await demoPerson(shop, 'admin')
  return { shop, customer, other, gate, admin, stranger: visitor(shop) }
}

/** Makes an event with one category of twenty seats, A1 to D5, at 500 rupees. */
export async function newCategory(
  admin: Customer,
  total = 20,
  more: Record<string, unknown> = {},
): Promise<{ event: string; category: string }> {
  const inserted = async (table: string, row: Record<string, unknown>): Promise<string> =>
    (await admin.client.from(table).insert(row).select('id').single().throwOnError()).data.id
  const singer_id = await inserted('singers', { name: `Singer ${randomUUID()}` })
  const row = { singer_id, city: 'Mumbai', venue: 'Test Hall', date: '2030-01-05T13:30:00Z', ...more }
  const event = await inserted('events', row)
  const zone = { event_id: event, name: 'Gold', price: 500, total_tickets: total, tickets_sold: 0 }
  return { event, category: await inserted('ticket_categories', zone) }
}

/** Holds seats for a new order; returns its id. */
export async function holds({ client }: Customer, category: string, ...seats: string[]): Promise<string> {
  const order = randomUUID()
  await answer(client, 'hold_seats', { p_order_id: order, p_lines: line(category, ...seats) })
  return order
}
export async function submitted(person: Customer, category: string, ...seats: string[]): Promise<Submitted> {
  const order = await holds(person, category, ...seats)
  return answer(person.client, 'submit_payment', payment(person, order, line(category, ...seats), seats.length))
}
export const approve = (admin: Customer, { payment_id }: Submitted) =>
  answer(admin.client, 'review_payment', { p_payment_id: payment_id, p_decision: 'approved' })

export const png = new Uint8Array(new Picture(20, 20, [9, 9, 9]).toPng())
export const picturePath = ({ id }: Customer) => `${id}/1790000000000-${randomUUID()}.png`

/** Uploads a picture to the payments'; returns what the shop has against it. */
export const upload = async ({ client }: Pick<Customer, 'client'>, path: string, bytes: Uint8Array = png) =>
  (await client.storage.from('payments').upload(path, bytes, { contentType: 'image/png' })).error

interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends a request through node:http, which changes neither the path nor the Host header. */
export const raw = (
  { port }: Pick<Shop, 'port'>,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      const { statusCode: status = 0, headers: heard } = answer
      answer.on('end', () => resolve({ status, headers: heard, body: Buffer.concat(parts) }))
    })
    sent.on('error', reject)
    if (!body || body instanceof Uint8Array) return void sent.end(body)
    void (async () => {
      for await (const part of body) if (!sent.destroyed) sent.write(part)
      sent.end()
    })()
  })
