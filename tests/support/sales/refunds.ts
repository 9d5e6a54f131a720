import { randomUUID } from 'node:crypto'
import type { Shop } from '../server/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../server/visitor.ts'
import { cancelsConcert, floorSeats, gold, publishConcert } from './concerts.ts'
import { approves, buys, submits, type Bought } from './purchases.ts'

export interface Sent extends Bought {
  /** The event's. */
  id: string
  singer: string
  buyer: Customer
}

interface Sale {
  /** The concert is in so many hours, in a month by default. */
  hours?: number
  over?: number
  reference?: string
}

const isUnderWater = (shop: Shop, event: string): Promise<void> =>
  cancelsConcert(shop, event, 'The ground is under water.')

const hasUpiId = (buyer: Customer) =>
  buyer.client.rpc('save_profile', { p_profile: { refund_upi_id: 'once.more@examplebank' } }).throwOnError()

/** Makes a customer who bought a ticket of a concert of their own, which was then cancelled, and requested a refund. */
export async function refundDue(shop: Shop, name: string): Promise<Customer> {
  const { buyer, ticketId } = await refundOwed(shop, name)
  await hasUpiId(buyer)
  await buyer.client.rpc('request_refund', { p_ticket_id: ticketId }).throwOnError()
  return buyer
}

/** As refundDue() before the request, without a UPI id; `letIn`: their seat was let in at the gate. */
export async function refundOwed(
  shop: Shop,
  name: string,
  { letIn = false } = {},
): Promise<{ buyer: Customer; ticketId: string }> {
  const { id, buyer, ticketId } = await boughtTicket(shop, name, letIn ? { hours: 24 } : {})
  if (letIn) {
    const { client: admin } = await demoPerson(shop, 'admin')
    const now = new Date().toISOString()
    const scan = { id: randomUUID(), event_id: id, ticket_id: ticketId, verdict: 'ENTER', seats: ['A1'] }
    const scans = [{ ...scan, gate: 'North', device: 'one', scanned_at: now, sent_at: now }]
    await admin.rpc('record_scans', { p_scans: scans }).throwOnError()
  }
  await isUnderWater(shop, id)
  return { buyer, ticketId }
}

/** Makes a customer who bought tickets of two categories by one order of a concert, which was then cancelled. */
export async function owedForTwo(shop: Shop, name: string): Promise<void> {
  const { id, categories } = await publishConcert(shop, [gold, floorSeats])
  await buys(shop, await newCustomer(shop, name), [categories.Gold!, categories.Floor!], ['A1'])
  await isUnderWater(shop, id)
}

/** Makes a concert of its own, and a customer who paid for one seat of it. */
export async function paymentSent(shop: Shop, name: string, { hours, ...claim }: Sale = {}): Promise<Sent> {
  const { id, singer, categories } = await publishConcert(shop, [floorSeats], { ...(hours !== undefined && { hours }) })
  const buyer = await newCustomer(shop, name)
  return { id, singer, buyer, ...(await submits(shop, buyer, categories.Floor!, ['A1'], claim)) }
}

export async function boughtTicket(shop: Shop, name: string, sale?: Sale): Promise<Sent & { ticketId: string }> {
  const sent = await paymentSent(shop, name, sale)
  await approves(shop, sent.orderCode)
  const { data } = await sent.buyer.client.from('user_tickets').select('id').single().throwOnError()
  return { ...sent, ticketId: data.id as string }
}

export async function paidBack(shop: Shop, buyer: Customer, utr: string): Promise<void> {
  const { client: admin } = await demoPerson(shop, 'admin')
  await hasUpiId(buyer)
  const { data: owed } = await buyer.client.from('refunds').select('id').single().throwOnError()
  const paid = { p_refund_id: owed.id, p_utr: utr, p_upi_id: 'once.more@examplebank' }
  await admin.rpc('mark_refunded', paid).throwOnError()
}

/** A concert of its own that was sold to nameless buyers in these ways, a ticket each, and then cancelled. */
export async function owedAtDoor(
  shop: Shop,
  ...methods: ('cash' | 'card' | 'upi')[]
): Promise<{ singer: string; orderCodes: string[] }> {
  const { client: admin } = await demoPerson(shop, 'admin')
  const { id, singer, categories } = await publishConcert(shop, [floorSeats], { hours: 24 })
  const { id: clerk, client } = await newCustomer(shop, 'Farida')
  await admin.rpc('set_staff_role', { p_user_id: clerk, p_role: 'box_office' }).throwOnError()
  await admin.rpc('set_staff_events', { p_user_id: clerk, p_event_ids: [id] }).throwOnError()
  const till = randomUUID()
  await client.rpc('open_till', { p_id: till, p_name: 'Front desk', p_cash: 0 }).throwOnError()
  const orderCodes: string[] = []
  for (const [at, method] of methods.entries()) {
    const of = { p_lines: [{ ticket_category_id: categories.Floor, seats: [`A${at + 1}`] }], p_method: method }
    const { data: price } = await client.rpc('price_at_door', of).throwOnError()
    const sale = { ...of, p_order_id: randomUUID(), p_till_id: till, p_total: price.total }
    const { data: sold } = await client.rpc('sell_at_door', sale).throwOnError()
    orderCodes.push(sold.order_code as string)
  }
  await isUnderWater(shop, id)
  return { singer, orderCodes }
}
