import { randomUUID } from 'node:crypto'
import type { Shop } from '../server/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../server/visitor.ts'

interface Answer {
  data: unknown
  error: { message: string } | null
}

function must<T>({ data, error }: Answer): T {
  if (error) throw new Error(error.message)
  return data as T
}

/** Makes a customer who bought a ticket of a concert of their own, which was then cancelled, and requested a refund. */
export async function refundDue(shop: Shop, name: string): Promise<Customer> {
  const { buyer, ticketId } = await refundOwed(shop, name)
  must(await buyer.client.rpc('save_profile', { p_profile: { refund_upi_id: 'once.more@examplebank' } }))
  must(await buyer.client.rpc('request_refund', { p_ticket_id: ticketId }))
  return buyer
}

/** As refundDue() before the request, without a UPI id; `letIn`: their seat was let in at the gate. */
export async function refundOwed(
  shop: Shop,
  name: string,
  { letIn = false } = {},
): Promise<Pick<Sent, 'admin' | 'buyer'> & { ticketId: string }> {
  const { admin, buyer, eventId, ticketId } = await boughtTicket(shop, name, { days: letIn ? 1 : 30 })
  if (letIn) {
    const now = new Date().toISOString()
    const scan = { id: randomUUID(), event_id: eventId, ticket_id: ticketId, verdict: 'ENTER', seats: ['A1'] }
    must(
      await admin.rpc('record_scans', {
        p_scans: [{ ...scan, gate: 'North', device: 'one', scanned_at: now, sent_at: now }],
      }),
    )
  }
  must(await admin.rpc('cancel_event', { p_event_id: eventId, p_reason: 'The ground is under water.' }))
  return { admin, buyer, ticketId }
}

interface Sent {
  admin: Customer['client']
  buyer: Customer
  eventId: string
  paymentId: string
  orderCode: string
}

interface Sale {
  days?: number
  over?: number
  reference?: string
}

async function concert(admin: Customer['client'], days: number) {
  const singer = { id: randomUUID(), name: `Once More Ensemble ${randomUUID().slice(0, 8)}` }
  const date = new Date(Date.now() + days * 86_400_000).toISOString()
  const event = { id: randomUUID(), singer_id: singer.id, city: 'Pune', venue: 'Nehru Maidan', date }
  const category = { id: randomUUID(), event_id: event.id, name: 'Floor', price: 400, total_tickets: 50 }
  must(await admin.from('singers').insert(singer))
  must(await admin.from('events').insert(event))
  must(await admin.from('ticket_categories').insert(category))
  return { singer, event, category }
}

export async function paymentSent(
  shop: Shop,
  name: string,
  { days = 30, over = 0, reference }: Sale = {},
): Promise<Sent> {
  const { client: admin } = await demoPerson(shop, 'admin')
  const buyer = await newCustomer(shop, name)
  const { client } = buyer
  const { event, category } = await concert(admin, days)

  const order = randomUUID()
  const lines = [{ ticket_category_id: category.id, seats: ['A1'] }]
  const { total } = must<{ total: number }>(await client.rpc('hold_seats', { p_order_id: order, p_lines: lines }))
  const sent = must<{ payment_id: string; order_code: string }>(
    await client.rpc('submit_payment', {
      p_order_id: order,
      p_transaction_id: reference ?? String(Date.now()).slice(-12).padStart(12, '7'),
      p_amount: total + over,
      p_screenshot_path: `${buyer.id}/${Date.now()}-${order}.png`,
      p_lines: lines,
      p_screenshot_sha256: 'b'.repeat(64),
    }),
  )
  return { admin, buyer, eventId: event.id, paymentId: sent.payment_id, orderCode: sent.order_code }
}

export async function boughtTicket(shop: Shop, name: string, sale?: Sale): Promise<Sent & { ticketId: string }> {
  const sent = await paymentSent(shop, name, sale)
  must(await sent.admin.rpc('review_payment', { p_payment_id: sent.paymentId, p_decision: 'approved', p_note: null }))
  const tickets = must<{ id: string }[]>(await sent.buyer.client.from('user_tickets').select('id'))
  return { ...sent, ticketId: tickets[0]!.id }
}

export async function paidBack({ admin, buyer }: Pick<Sent, 'admin' | 'buyer'>, utr: string): Promise<void> {
  must(await buyer.client.rpc('save_profile', { p_profile: { refund_upi_id: 'once.more@examplebank' } }))
  const owed = must<{ id: string }[]>(await buyer.client.from('refunds').select('id'))
  must(await admin.rpc('mark_refunded', { p_refund_id: owed[0]!.id, p_utr: utr, p_upi_id: 'once.more@examplebank' }))
}

/** A concert of its own that was sold to nameless buyers in these ways, a ticket each, and then cancelled. */
export async function owedAtDoor(
  shop: Shop,
  ...methods: ('cash' | 'card' | 'upi')[]
): Promise<{ singer: string; orderCodes: string[] }> {
  const { client: admin } = await demoPerson(shop, 'admin')
  const { singer, event, category } = await concert(admin, 1)
  const clerk = await newCustomer(shop, 'Farida')
  must(await admin.rpc('set_staff_role', { p_user_id: clerk.id, p_role: 'box_office' }))
  must(await admin.rpc('set_staff_events', { p_user_id: clerk.id, p_event_ids: [event.id] }))
  const till = randomUUID()
  must(await clerk.client.rpc('open_till', { p_id: till, p_name: 'Front desk', p_cash: 0 }))
  const orderCodes: string[] = []
  for (const [at, method] of methods.entries()) {
    const lines = [{ ticket_category_id: category.id, seats: [`A${at + 1}`] }]
    const of = { p_lines: lines, p_method: method }
    const { total } = must<{ total: number }>(await clerk.client.rpc('price_at_door', of))
    const sale = { ...of, p_order_id: randomUUID(), p_till_id: till, p_total: total }
    orderCodes.push(must<{ order_code: string }>(await clerk.client.rpc('sell_at_door', sale)).order_code)
  }
  must(await admin.rpc('cancel_event', { p_event_id: event.id, p_reason: 'The ground is under water.' }))
  return { singer: singer.name, orderCodes }
}
