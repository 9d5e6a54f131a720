import { randomBytes, randomInt, randomUUID, type KeyObject } from 'node:crypto'
import { newOrderId, orderCode } from '#shop/orders/order.ts'
import { toRupees } from '#shop/prices/money.ts'
import { priceOrder } from '#shop/prices/price.ts'
import { checkCharacter } from '#shop/tickets/ticket-code.ts'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import { passesOf } from './large-passes.ts'
import { nextSeats, type LargeCategory } from './large-plan.ts'
import { referenceAt } from '../make-purchases.ts'

const { gstPercent, feePerSeat } = FIRST_TERMS

/** Table rows; times are ISO texts, amounts rupees. */
export interface LargeSale {
  order: Record<string, unknown>
  payment: Record<string, unknown> & { id: string; status: 'pending' | 'approved' | 'rejected' }
  lines: Record<string, unknown>[]
  prices: Record<string, unknown>[]
  tickets: Record<string, unknown>[]
  passes: Record<string, unknown>[]
  claims: Record<string, unknown>[]
}

export interface Customer {
  id: string
  name: string
}

export interface SalesPlan {
  now: Date
  categories: LargeCategory[]
  singers: readonly string[]
  customers: readonly Customer[]
  reviewer: string
  /** The private key that signs an event's passes. */
  issuerOf: (eventId: string) => KeyObject
  payments: number
  tickets: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const PENDING_PART = 0.015
const REJECTED_PART = 0.04
const AHEAD_DAYS = 90
const WAITING_MINUTES = 2_000
const REVOKED_EVERY = 400
/** Apart from the small demo's references. */
const FIRST_SERIAL = 1_000

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function ticketCodes(): () => string {
  const used = new Set<string>()
  return () => {
    for (;;) {
      const body = Array.from(randomBytes(8), (byte) => CROCKFORD[byte % 32]).join('')
      if (used.has(body)) continue
      used.add(body)
      return body + checkCharacter(body)
    }
  }
}

const seatsOf = (n: number): number => (n % 20 === 7 ? 4 : n % 5 === 1 ? 2 : 1)

/** Plans sales as the shop's functions would make them. Changes `taken` and `sold` of the categories. */
export function* planSales(plan: SalesPlan): Generator<LargeSale> {
  const { categories, now } = plan
  const newCode = ticketCodes()
  const pending = Math.round(plan.payments * PENDING_PART)
  const rejected = Math.round(plan.payments * REJECTED_PART)
  const approved = plan.payments - pending - rejected
  const firstUpcoming = categories.findIndex((one) => Date.parse(one.event.date) > now.getTime() + DAY_MS)
  let ticketsLeft = plan.tickets
  let line = 0
  for (let n = 0; n < plan.payments; n += 1) {
    const status = n < approved ? 'approved' : n < approved + rejected ? 'rejected' : 'pending'
    const wanted = status === 'approved' ? Math.round(ticketsLeft / (approved - n)) : 1 + (n % 3)
    if (status === 'approved') ticketsLeft -= wanted
    const from = status === 'pending' ? firstUpcoming : 0
    const chosen = choose(categories, from, n * 37, wanted, line, status === 'pending')
    line += wanted
    const customer = plan.customers[n % plan.customers.length]!
    yield makeSale(plan, { n, status, customer, chosen, newCode })
  }
}

function choose(
  categories: LargeCategory[],
  from: number,
  start: number,
  wanted: number,
  line: number,
  upcoming: boolean,
): { category: LargeCategory; seats: number }[] {
  const among = categories.length - from
  const chosen: { category: LargeCategory; seats: number }[] = []
  for (let step = 0; step < among && chosen.length < wanted; step += 1) {
    const category = categories[from + ((start + step) % among)]!
    const seats = seatsOf(line + chosen.length)
    if (category.total - category.taken < seats || (upcoming && category.event.cancelled)) continue
    chosen.push({ category, seats })
  }
  if (chosen.length < wanted) throw new Error('The large demo has fewer seats than it sells.')
  return chosen
}

function makeSale(
  { now, singers, reviewer, issuerOf }: SalesPlan,
  sale: {
    n: number
    status: 'pending' | 'approved' | 'rejected'
    customer: Customer
    chosen: { category: LargeCategory; seats: number }[]
    newCode: () => string
  },
): LargeSale {
  const { n, status, customer, chosen, newCode } = sale
  const firstDate = Math.min(...chosen.map(({ category }) => Date.parse(category.event.date)))
  const latest = Math.min(now.getTime(), firstDate - 2 * 3_600_000)
  const at =
    status === 'pending'
      ? now.getTime() - randomInt(1, WAITING_MINUTES) * MINUTE_MS
      : latest - randomInt(DAY_MS, AHEAD_DAYS * DAY_MS)
  const created = new Date(at).toISOString()
  const reviewed = status === 'pending' ? null : new Date(at + randomInt(2, 240) * MINUTE_MS).toISOString()
  const orderId = newOrderId()
  const paymentId = randomUUID()
  const price = priceOrder(
    chosen.map(({ category, seats }) => ({ unitPrice: category.price, quantity: seats })),
    FIRST_TERMS,
  )
  const short = status === 'pending' && n % 17 === 0 ? 5_000 : 0
  const made: LargeSale = {
    order: {
      id: orderId,
      user_id: customer.id,
      order_code: orderCode(orderId),
      expires_at: created,
      submitted_at: created,
      created_at: created,
    },
    payment: {
      id: paymentId,
      user_id: customer.id,
      order_id: orderId,
      order_code: orderCode(orderId),
      transaction_id: referenceAt(new Date(at), FIRST_SERIAL + n),
      amount: toRupees(Math.max(0, price.total - short)),
      screenshot_url: `${customer.id}/${at}-${orderId}.png`,
      screenshot_sha256: randomBytes(32).toString('hex'),
      status,
      reviewed_by: reviewed && reviewer,
      reviewed_at: reviewed,
      review_note: status === 'rejected' ? 'We could not find this reference in our bank account.' : null,
      created_at: created,
      updated_at: reviewed ?? created,
    },
    lines: [],
    prices: [],
    tickets: [],
    passes: [],
    claims: [],
  }
  chosen.forEach(({ category, seats: count }, index) => {
    const { event } = category
    const revoked = status === 'approved' && (n * 7 + index) % REVOKED_EVERY === 0
    const before = category.taken
    const seats = nextSeats(category, count)
    if (status === 'rejected' || revoked) category.taken = before
    const lineId = randomUUID()
    const ticketId = randomUUID()
    const total = toRupees(price.shares[index]!)
    made.prices.push({
      ...{ order_id: orderId, ticket_category_id: category.id, unit_price: toRupees(category.price) },
      ...{ gst_percent: gstPercent, local_percent: 0, fee: toRupees(feePerSeat), fee_gst_percent: 0 },
      ...{ includes_gst: false, rounds: false },
    })
    made.lines.push({
      ...{ id: lineId, payment_id: paymentId, user_id: customer.id, line: index + 1 },
      ticket_category_id: category.id,
      event_id: event.id,
      seats,
      quantity: count,
      unit_price: toRupees(category.price),
      total_amount: total,
      ...{ gst_amount: toRupees(price.shares[index]! - (category.price + feePerSeat) * count), local_tax_amount: 0 },
      ...{ fee_amount: toRupees(feePerSeat * count), fee_gst_amount: 0 },
      event_name: `${singers[event.singer]} - ${event.city}`,
      category_name: category.name,
      event_date: event.date,
      venue: event.venue,
      payment_status: status === 'pending' ? 'pending' : status === 'rejected' || revoked ? 'failed' : 'completed',
      created_at: created,
      updated_at: reviewed ?? created,
    })
    if (status === 'approved') {
      made.tickets.push({
        id: ticketId,
        user_id: customer.id,
        event_id: event.id,
        ticket_category_id: category.id,
        payment_id: paymentId,
        payment_line_id: lineId,
        seats,
        quantity: count,
        total_amount: total,
        payment_status: revoked ? 'failed' : 'completed',
        code: newCode(),
        key_number: 1,
        revoked_at: revoked ? reviewed : null,
        revoked_reason: revoked ? 'The bank took the payment back.' : null,
        created_at: reviewed,
        updated_at: reviewed,
      })
      const ticket = { id: ticketId, userId: customer.id, eventId: event.id, seats }
      made.passes.push(...passesOf(ticket, issuerOf(event.id), reviewed))
    }
    if (status === 'rejected' || revoked) return
    if (status === 'approved') category.sold += count
    for (const seat of seats) {
      made.claims.push({
        event_id: event.id,
        place: category.id,
        seat,
        ticket_category_id: category.id,
        state: status === 'approved' ? 'sold' : 'under_review',
        source: 'order',
        user_id: customer.id,
        order_id: orderId,
        payment_id: paymentId,
        ticket_id: status === 'approved' ? ticketId : null,
        created_at: created,
        updated_at: reviewed ?? created,
      })
    }
  })
  return made
}
