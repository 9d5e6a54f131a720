import type { Store } from '#shop/device/store-types.ts'
import type { Ticket } from './ticket-rows.ts'

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
