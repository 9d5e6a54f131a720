import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
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
let references = 700_000_000_000
export const reference = () => String((references += 1))

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

export async function openCast(options: ShopOptions = { template: 'demo' }): Promise<Cast> {
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
  const singer = await admin.client
    .from('singers')
    .insert({ name: `Singer ${randomUUID()}` })
    .select('id')
    .single()
  const event = await admin.client
    .from('events')
    .insert({ singer_id: singer.data!.id, city: 'Mumbai', venue: 'Test Hall', date: '2030-01-05T13:30:00Z', ...more })
    .select('id')
    .single()
  const category = await admin.client
    .from('ticket_categories')
    .insert({ event_id: event.data!.id, name: 'Gold', price: 500, total_tickets: total, tickets_sold: 0 })
    .select('id')
    .single()
  return { event: event.data!.id, category: category.data!.id }
}
export async function submitted(person: Customer, category: string, ...seats: string[]): Promise<Submitted> {
  const order = randomUUID()
  await answer(person.client, 'hold_seats', { p_order_id: order, p_lines: line(category, ...seats) })
  return answer<Submitted>(
    person.client,
    'submit_payment',
    payment(person, order, line(category, ...seats), seats.length),
  )
}
