import {
  checkPaymentStatus,
  confirmedTickets,
  readMyPayment,
  readMyTickets,
  type Payment,
  type Ticket,
} from '#backend/payments-api.ts'
import { toFailure } from '#backend/errors.ts'
import { failed, ok, type Result } from '#domain/failure.ts'
import { askForTicketKeeping } from './persistence.ts'
import type { TicketRow } from './rows.ts'
import { owner, ownerIn } from './session.ts'
import { openStore } from './store.ts'
import type { Store } from './table.ts'
import { watch, type Watch } from './watch.ts'
import { without } from './without.ts'

export interface MyTicket extends Ticket {
  /** 'Singer - City' */
  eventName: string
}
export type MyPayment = Payment
export type MyPaymentLine = Payment['lines'][number]

/** The signed-in person's tickets, newest first, revoked ones and past ones included. */
export function watchMyTickets(): Watch<MyTicket[]> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) return []
    const rows = await store.table('tickets').where('ownerId', [ownerId])
    const tickets = await withLatestEvents(store, rows)
    return tickets.sort((a, b) =>
      a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1,
    )
  })
}

/** One of the signed-in person's tickets; null for any other id. */
export function watchTicket(id: string): Watch<MyTicket | null> {
  return watch(async (store) => {
    const row = await store.table('tickets').get(id)
    if (!row || row.ownerId !== (await ownerIn(store))) return null
    return (await withLatestEvents(store, [row]))[0] ?? null
  })
}

/** The catalogue may have heard of a move or a cancellation before the wallet did. */
async function withLatestEvents(store: Store, rows: TicketRow[]): Promise<MyTicket[]> {
  const events = new Map(
    (await store.table('events').getMany([...new Set(rows.map((row) => row.eventId))])).map((event) => [
      event.id,
      event,
    ]),
  )
  return rows.map((row) => {
    const ticket = withoutOwner(row)
    const event = events.get(ticket.eventId)
    if (!event) return ticket
    const { city, venue, date, previousDate, status } = event
    return { ...ticket, city, venue, date, previousDate, eventStatus: status, eventName: `${ticket.singer} - ${city}` }
  })
}

/** The signed-in person's payments that the server has, newest first. What is still on its way: watchSubmissions(). */
export function watchMyPayments(): Watch<MyPayment[]> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) return []
    const rows = await store.table('payments').where('ownerId', [ownerId])
    return rows
      .map(withoutOwner)
      .sort((a, b) => (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1))
  })
}

/**
 * Asks the server how it stands with the payment of this order, and keeps the answer. Null while the server does not
 * know it (it is still in the outbox).
 */
export async function checkPayment(orderId: string): Promise<Result<MyPayment | null>> {
  const mine = await knownReference(orderId)
  if (!mine) return failed('unknown_order')
  const answer = await checkPaymentStatus(mine.reference)
  if (!answer.ok) return answer
  const status = answer.value.find((payment) => payment.orderId === orderId)
  if (!status) return ok(null)
  try {
    const store = await openStore()
    const before = (await store.table('payments').where('orderId', [orderId]))[0]
    let payment: Payment
    if (before) {
      payment = { ...withoutOwner(before), ...status }
    } else {
      const read = await readMyPayment(orderId)
      if (!read.ok || !read.value) return read
      payment = read.value
    }
    if ((await owner()) !== mine.ownerId) return failed('signed_out')
    await store.table('payments').put({ ...payment, ownerId: mine.ownerId })
    return ok(payment)
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}

async function knownReference(orderId: string): Promise<{ reference: string; ownerId: string } | null> {
  const store = await openStore()
  const ownerId = await owner()
  if (ownerId === null) return null
  const payment = (await store.table('payments').where('orderId', [orderId]))[0]
  if (payment?.ownerId === ownerId) return { reference: payment.transactionId, ownerId }
  const submission = await store.table('submissions').get(orderId)
  return submission?.ownerId === ownerId ? { reference: submission.reference, ownerId } : null
}

/** The tickets that the approval of this order made, read from the server and kept. Makes none. */
export async function confirmTickets(orderId: string): Promise<Result<MyTicket[]>> {
  const mine = await knownReference(orderId)
  if (!mine) return failed('unknown_order')
  const ids = await confirmedTickets(mine.reference)
  if (!ids.ok) return ids
  const tickets = await readMyTickets(mine.ownerId)
  if (!tickets.ok) return tickets
  try {
    if ((await owner()) !== mine.ownerId) return failed('signed_out')
    const rows = tickets.value.map((ticket) => ticketRow(ticket, mine.ownerId))
    await (await openStore()).table('tickets').putAll(rows)
    if (rows.length > 0) askForTicketKeeping()
    const confirmed = new Set(ids.value)
    return ok(rows.filter((row) => confirmed.has(row.id)).map(withoutOwner))
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}

export const ticketRow = (ticket: Ticket, ownerId: string): TicketRow => ({
  ...ticket,
  ownerId,
  eventName: `${ticket.singer} - ${ticket.city}`,
})

const withoutOwner = <T extends { ownerId: string }>(row: T): Omit<T, 'ownerId'> => without(row, 'ownerId')
