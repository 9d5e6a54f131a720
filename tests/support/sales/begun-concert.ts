import { createHash, randomUUID } from 'node:crypto'
import { inDatabase } from '../database/database.ts'
import type { Shop } from '../server/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../server/visitor.ts'
import { receipt } from './files.ts'

interface Answer {
  data: unknown
  error: { message: string } | null
}

function must<T>({ data, error }: Answer): T {
  if (error) throw new Error(error.message)
  return data as T
}

export interface SoldConcert {
  id: string
  singer: string
  buyer: Customer
}

/** Makes a concert in a month, and a customer with a UPI id who paid `short` rupees too little for one seat. */
export async function paidConcert(
  shop: Shop,
  buyerName: string,
  { reference = String(Date.now()).slice(-12).padStart(12, '6'), short = 0 } = {},
): Promise<SoldConcert & { payment: string }> {
  const { client: admin } = await demoPerson(shop, 'admin')
  const buyer = await newCustomer(shop, buyerName)
  const { client } = buyer
  const singer = { id: randomUUID(), name: `Rain Ensemble ${randomUUID().slice(0, 8)}` }
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const event = { id: randomUUID(), singer_id: singer.id, city: 'Pune', venue: 'Open Ground', date }
  const category = { id: randomUUID(), event_id: event.id, name: 'Floor', price: 400, total_tickets: 50 }
  must(await admin.from('singers').insert(singer))
  must(await admin.from('events').insert(event))
  must(await admin.from('ticket_categories').insert(category))
  must(await client.rpc('save_profile', { p_profile: { refund_upi_id: 'rain.check@examplebank' } }))
  const order = randomUUID()
  const lines = [{ ticket_category_id: category.id, seats: ['A1'] }]
  const { total } = must<{ total: number }>(await client.rpc('hold_seats', { p_order_id: order, p_lines: lines }))
  const path = `${buyer.id}/${Date.now()}-${order}.png`
  const { buffer } = receipt({ amount: String(total - short), reference, from: buyerName })
  const { payment_id: payment } = must<{ payment_id: string }>(
    await client.rpc('submit_payment', {
      p_order_id: order,
      p_transaction_id: reference,
      p_amount: total - short,
      p_screenshot_path: path,
      p_lines: lines,
      p_screenshot_sha256: createHash('sha256').update(buffer).digest('hex'),
    }),
  )
  must(await client.storage.from('payments').upload(path, buffer, { contentType: 'image/png' }))
  return { id: event.id, singer: singer.name, buyer, payment }
}

export async function soldConcert(shop: Shop, buyerName: string): Promise<SoldConcert> {
  const concert = await paidConcert(shop, buyerName)
  const { client: admin } = await demoPerson(shop, 'admin')
  must(await admin.rpc('review_payment', { p_payment_id: concert.payment, p_decision: 'approved', p_note: null }))
  return concert
}

/** Moves concerts into the past, because the server's clock cannot be set. */
export async function begin(shop: Shop, concerts: readonly SoldConcert[], hoursAgo: number): Promise<void> {
  await inDatabase(shop, async (sql) => {
    // Without triggers: time passed, staff did not move it.
    await sql.query('set session_replication_role = replica')
    for (const { id } of concerts)
      await sql.query('update public.events set date = now() - make_interval(hours => $2) where id = $1', [
        id,
        hoursAgo,
      ])
    await sql.query('set session_replication_role = origin')
  })
}
