import type { Store } from '#shop/device/store-types.ts'
import type { Ticket } from './ticket-rows.ts'
import { checkPaymentStatus, readMyPayment } from '#shop/payments/payments.api.ts'
import { isDecided } from '#shop/payments/payment.ts'
import { confirmedTickets, readMyTickets } from './wallet.api.ts'
import type { Payment } from '#shop/payments/payment-rows.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { endLostSession, putBack } from '#shop/orders/outbox/adopt-submissions.store.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { mergeAnswer } from '#shop/device/merge.ts'
import { drainOutbox } from '#shop/orders/outbox/outbox.store.ts'
import { askForTicketKeeping } from './persist-tickets.store.ts'
import type { MyPayment, MyTicket, Saved, TicketRow, Cancelled } from '#shop/device/schema.ts'
import { withSections } from '#shop/catalogue/section-names.store.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { forgetWalletDigest } from './wallet-digest.store.ts'
import { watch } from '#shop/device/observable.ts'

/** Adds the event as in the catalogue, which may know of a move or a cancellation first. */
export async function withEvents<T extends Ticket & { eventName: string }>(
  store: Store,
  tickets: readonly T[],
): Promise<T[]> {
  const found = await store.table('events').getMany([...new Set(tickets.map((ticket) => ticket.eventId))])
  const events = new Map(found.map((event) => [event.id, event]))
  return tickets.map((ticket) => {
    const event = events.get(ticket.eventId)
    if (!event) return ticket
    const { city, venue, date, previousDate, status } = event
    const cancelledReason = event.cancelledReason ?? ticket.cancelledReason
    const eventName = `${ticket.singer} - ${city}`
    return { ...ticket, city, venue, date, previousDate, eventStatus: status, cancelledReason, eventName }
  })
}

/** Marks lines of cancelled events, as this device's catalogue knows them. */
async function withCancelled<T extends { ticketCategoryId: string | null }>(
  store: Store,
  lines: readonly T[],
): Promise<(T & { cancelled?: Cancelled })[]> {
  const ids = new Set(lines.flatMap((line) => line.ticketCategoryId ?? []))
  const categories = await store.table('categories').getMany([...ids])
  const events = await store.table('events').getMany([...new Set(categories.map((category) => category.eventId))])
  const reasons = new Map(
    events
      .filter((event) => event.status === 'cancelled')
      .map((event) => [event.id, { reason: event.cancelledReason }]),
  )
  const ofCategory = new Map(categories.map((category) => [category.id, reasons.get(category.eventId)]))
  return lines.map((line) => {
    const cancelled = ofCategory.get(line.ticketCategoryId ?? '')
    return cancelled ? { ...line, cancelled } : line
  })
}

/** Emits the newest first, with revoked and past ones. */
export function watchMyTickets(): Observable<MyTicket[]> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) return []
    const rows = await store.table('tickets').where('ownerId', [ownerId])
    const tickets = await whole(store, rows)
    return tickets.sort((a, b) =>
      a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1,
    )
  })
}

/** Returns null for an unknown ticket or another person's. */
export function watchTicket(id: string): Observable<MyTicket | null> {
  return watch(async (store) => {
    const row = await store.table('tickets').get(id)
    if (!row || row.ownerId !== (await ownerIn(store))) return null
    return (await whole(store, [row]))[0] ?? null
  })
}

/** Adds order codes, section names and the event as in the catalogue, which may know of a move first. */
async function whole(store: Store, rows: TicketRow[]): Promise<MyTicket[]> {
  const paid = await store.table('payments').getMany([...new Set(rows.map((row) => row.paymentId))])
  const payments = new Map(paid.map((payment) => [payment.id, payment]))
  const tickets = (await withSections(store, rows)).map((row) => {
    const payment = payments.get(row.paymentId)
    // Never another customer's order code.
    const orderCode = payment?.ownerId === row.ownerId ? { orderCode: payment.orderCode } : {}
    return { ...withoutOwner(row), ...orderCode }
  })
  return withEvents(store, tickets)
}

/** Emits the newest first, only those on the server; the others: watchSubmissions(). */
export function watchMyPayments(): Observable<MyPayment[]> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) return []
    const rows = await store.table('payments').where('ownerId', [ownerId])
    const known = rows.flatMap((row) => row.lines)
    const lines = await withCancelled(store, await withSections(store, known))
    let at = 0
    return rows
      .map((row) => ({ ...withoutOwner(row), lines: lines.slice(at, (at += row.lines.length)) }))
      .sort((a, b) => (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1))
  })
}

/** Reads and stores this order's payment. Null while the server does not know it and the outbox has it. */
export const checkPayment = (orderId: string): Promise<Result<MyPayment | null>> =>
  attempt(async () => {
    const mine = await knownReference(orderId)
    if (!mine) return failed('unknown_order')
    const asked = Date.now()
    const answer = await checkPaymentStatus(mine.reference)
    if (!answer.ok) return answer
    const store = await openStore()
    const status = answer.value.find((payment) => payment.orderId === orderId)
    const before = (await store.table('payments').where('orderId', [orderId]))[0]
    if (status && before) return keepPayment(store, mine.ownerId, { ...withoutOwner(before), ...status }, asked)
    const read = await readMyPayment(orderId)
    if (!read.ok) return read
    if (read.value) return keepPayment(store, mine.ownerId, read.value, asked)
    if (mine.sent && (await endLostSession(mine.ownerId))) return failed('signed_out')
    if (mine.sent) await sendAgain(store, orderId, mine.ownerId)
    return ok(null)
  })

/** Returns the stored payment: an older answer does not replace a newer one. Fails with signed_out. */
export function keepPayment(
  store: Store,
  ownerId: string,
  payment: Payment,
  asked: number,
): Promise<Result<MyPayment>> {
  return store.transact(['payments', 'session', 'meta'], async () => {
    if ((await ownerIn(store)) !== ownerId) return failed('signed_out')
    const held = await store.table('payments').where('orderId', [payment.orderId])
    const next = { ...payment, ownerId }
    const merge = { asked, whole: false, isLater: isLaterPayment }
    const { changed } = await mergeAnswer(store.table('payments'), held, [next], merge)
    if (changed) await forgetWalletDigest(store, ownerId)
    return ok(withoutOwner((await store.table('payments').get(payment.id)) ?? next))
  })
}

async function sendAgain(store: Store, orderId: string, ownerId: string): Promise<void> {
  const isBack = await store.transact(['submissions', 'pictures', 'payments', 'session'], async () =>
    putBack(store, orderId, ownerId),
  )
  if (isBack) void drainOutbox()
}

/** A decision is final, so the decided one is the later. */
export const isLaterPayment = (before: Pick<Payment, 'status'>, next: Pick<Payment, 'status'>): boolean =>
  !isDecided(before.status) && isDecided(next.status)

async function knownReference(
  orderId: string,
): Promise<{ reference: string; ownerId: string; sent: boolean; paymentId: string | null } | null> {
  const store = await openStore()
  const ownerId = await owner()
  if (ownerId === null) return null
  const payment = (await store.table('payments').where('orderId', [orderId]))[0]
  const submission = await store.table('submissions').get(orderId)
  const sent = submission?.ownerId === ownerId && submission.state === 'sent'
  if (payment?.ownerId === ownerId) return { reference: payment.transactionId, ownerId, sent, paymentId: payment.id }
  return submission?.ownerId === ownerId ? { reference: submission.reference, ownerId, sent, paymentId: null } : null
}

/** Reads and stores the tickets of an approved order; creates none. */
export const confirmTickets = (orderId: string): Promise<Result<MyTicket[]>> =>
  attempt(async () => {
    const mine = await knownReference(orderId)
    if (!mine) return failed('unknown_order')
    const asked = Date.now()
    const ids = await confirmedTickets(mine.reference)
    if (!ids.ok) return ids
    const tickets = await readMyTickets(mine.ownerId, mine.paymentId ?? undefined)
    if (!tickets.ok) return tickets
    const store = await openStore()
    const rows = tickets.value.map((ticket) => ticketRow(ticket, mine.ownerId))
    const kept = await store.transact(['tickets', 'session', 'meta'], async () => {
      if ((await ownerIn(store)) !== mine.ownerId) return false
      const held = await store.table('tickets').getMany(rows.map((row) => row.id))
      const { changed } = await mergeAnswer(store.table('tickets'), held, rows, { asked, whole: false })
      if (changed) await forgetWalletDigest(store, mine.ownerId)
      return true
    })
    if (!kept) return failed('signed_out')
    if (rows.length > 0) askForTicketKeeping()
    const confirmed = new Set(ids.value)
    return ok(rows.filter((row) => confirmed.has(row.id)).map(withoutOwner))
  })

export const ticketRow = (ticket: Ticket, ownerId: string): TicketRow => ({
  ...ticket,
  ownerId,
  eventName: `${ticket.singer} - ${ticket.city}`,
})

function withoutOwner<T extends Saved & { ownerId: string }>(row: T): Omit<T, 'ownerId' | 'savedAt'> {
  const { ownerId: _owner, savedAt: _at, ...rest } = row
  return rest
}
