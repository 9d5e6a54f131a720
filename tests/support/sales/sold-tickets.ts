import { randomUUID } from 'node:crypto'
import { decodePassCode, encodePassCode, type PassCode } from '../../../src/shop/tickets/passes/pass-code.ts'
import { isIssued } from '../../../src/shop/tickets/passes/verify-pass.ts'
import type { Shop } from '../server/shop.ts'
import { demoPerson, newCustomer } from '../server/visitor.ts'

export interface SoldTicket {
  id: string
  code: string
  seats: string[]
  status: 'completed' | 'failed'
  eventId: string
  /** What the code of its first seat says. */
  parts: PassCode
  /** A code a person, in the order of the seats. */
  qrs: string[]
  /** The first of them. */
  qr: string
}

export async function soldTickets(shop: Shop): Promise<SoldTicket[]> {
  const { client } = await demoPerson(shop, 'admin')
  const { data, error } = await client
    .from('user_tickets')
    .select(
      'id, user_id, event_id, seats, code, payment_status, is_test, passes(number, seat, issue, key_number, signature)',
    )
    .order('created_at', { ascending: false })
  if (error) throw new Error(error.message)
  return data.map((row) => {
    const { id, code, seats, payment_status: status, event_id: eventId } = row
    const ticket = { ticketId: id, userId: row.user_id, eventId }
    const passes = row.passes
      .toSorted((a, b) => a.number - b.number)
      .map(({ key_number: keyNumber, number, seat, issue, signature }): PassCode => ({
        ...{ ...ticket, keyNumber, number, seat, issue, signature, test: row.is_test, device: null },
      }))
    const qrs = passes.map(encodePassCode)
    return { id, code, seats, status, eventId, parts: passes[0]!, qrs, qr: qrs[0]! }
  })
}

/** The tickets of an event, the newest first. */
export const ticketsOf = async (shop: Shop, event: string): Promise<SoldTicket[]> =>
  (await soldTickets(shop)).filter((ticket) => ticket.eventId === event)

/** Whether a gate would let in everyone of a ticket: its list has it, and the event's key has signed each code. */
export async function opensTheGate(shop: Shop, { id, eventId, seats, qrs }: SoldTicket): Promise<boolean> {
  const { client } = await demoPerson(shop, 'admin')
  const about = { p_event_id: eventId }
  const { data: known } = await client.rpc('gate_key', about).throwOnError()
  const { data: roster } = await client.rpc('gate_roster', about).throwOnError()
  const row = roster.rows.find((one: { id: string }) => one.id === id)
  const signed = await Promise.all(
    qrs.map((qr) => {
      const code = decodePassCode(qr)!
      const { key } = known.keys.find((one: { number: number }) => one.number === code.keyNumber)
      return isIssued(code, key)
    }),
  )
  return row?.state === 'valid' && String(row.seats) === String(seats) && signed.every(Boolean)
}

export async function soldNow(shop: Shop, eventId: string): Promise<SoldTicket> {
  const admin = await demoPerson(shop, 'admin')
  const buyer = await newCustomer(shop, 'Latika Bhosle')
  const { data: categories } = await admin.client.from('ticket_categories').select('id').eq('event_id', eventId)
  const category = categories![0]!.id as string
  const taken = await buyer.client.rpc('taken_seats', { p_ticket_category_id: category })
  const busy = new Set((taken.data as { taken: string[] }).taken)
  const order = randomUUID()
  for (const seat of ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4', 'C1', 'C2', 'C3', 'C4']) {
    if (busy.has(seat)) continue
    const lines = [{ ticket_category_id: category, seats: [seat] }]
    const held = await buyer.client.rpc('hold_seats', { p_order_id: order, p_lines: lines })
    if (held.error) continue
    const sent = await buyer.client.rpc('submit_payment', {
      p_order_id: order,
      p_transaction_id: '723456789012',
      p_amount: (held.data as { total: number }).total,
      p_screenshot_path: `${buyer.id}/${Date.now()}-${order}.png`,
      p_lines: lines,
      p_screenshot_sha256: 'a'.repeat(64),
    })
    const paid = sent.data as { payment_id: string }
    const decision = { p_payment_id: paid.payment_id, p_decision: 'approved', p_note: null }
    const { error } = await admin.client.rpc('review_payment', decision)
    if (error) throw new Error(error.message)
    return (await soldTickets(shop))[0]!
  }
  throw new Error('None of the front seats is free')
}

export async function atTheGate(shop: Shop) {
  const { client } = await demoPerson(shop, 'gate')
  const { data, error } = await client.rpc('gate_events')
  if (error) throw new Error(error.message)
  const events = data as { event_id: string; name: string; opens_at: string }[]
  const all = await soldTickets(shop)
  // Other stories may have begun one-ticket concerts in the same shop.
  const event = events.find(
    (one) =>
      Date.parse(one.opens_at) <= Date.now() &&
      all.some(
        (ticket) => ticket.eventId === one.event_id && ticket.status === 'completed' && ticket.seats.length === 2,
      ),
  )!
  const here = all.filter((ticket) => ticket.eventId === event.event_id)
  const good = here.filter((ticket) => ticket.status === 'completed')
  const of = (n: number) => good.find((ticket) => ticket.seats.length === n)!
  return {
    event: { id: event.event_id, name: event.name },
    one: of(1),
    pair: of(2),
    group: of(4),
    revoked: here.find((ticket) => ticket.status === 'failed')!,
    elsewhere: all.find((ticket) => ticket.eventId !== event.event_id && ticket.status === 'completed')!,
  }
}
