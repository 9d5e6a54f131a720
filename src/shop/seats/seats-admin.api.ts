import { priceNow } from '#shop/catalogue/sale/phases.ts'
import { categoryLeft, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { Paise } from '#shop/prices/money.ts'
import { readCategories, readDrawings, seatCategoryOf } from '#shop/catalogue/admin/categories-admin.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { filled, from, instant, list, moment, number, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import type { HallSeats, SeatOwner } from './hall.ts'

export interface EventHall {
  /** Dearest first, each with its own sections. */
  categories: TicketCategory[]
  /** Section codes from front to back. */
  order: string[]
  /** Categories of standing places: sold by number, not drawn. */
  standing: { id: string; name: string; price: Paise; total: number; sold: number; left: number }[]
  /** The event's, for its local tax; null where it is not known. */
  state: string | null
}

export async function readEventHall(eventId: string): Promise<Result<EventHall>> {
  const rows = await readCategories(eventId)
  if (!rows.ok) return rows
  const drawings = await readDrawings([...new Set(rows.value.flatMap(({ layout }) => (layout ? [layout.id] : [])))])
  if (!drawings.ok) return drawings
  const standing = rows.value
    .filter((row) => row.standing)
    .map((row) => ({
      ...{ id: row.id, name: row.name, price: priceNow(row, Date.now()) },
      ...{ total: row.totalTickets, sold: row.ticketsSold, left: categoryLeft(row) },
    }))
  const categories = rows.value.filter((row) => !row.standing).map((row) => seatCategoryOf(row, drawings.value))
  const order = [...drawings.value.values()].flatMap(({ sections }) => sections.map(({ code }) => code))
  return ok({ categories, order, standing, state: rows.value[0]?.state ?? null })
}

const labelsIn = (text: string): string[] => (text === '' ? [] : text.split(','))

export const seatsOfEvent = (eventId: string): Promise<Result<HallSeats>> =>
  asStaff.read(
    'seats_of_event',
    { p_event_id: eventId },
    row({
      at: moment,
      categories: list(
        row({
          categoryId: from('ticket_category_id', text),
          total: from('total_tickets', number),
          held: labelsIn,
          review: from('under_review', labelsIn),
          ticket: from('sold', labelsIn),
          elsewhere: from('sold_elsewhere', labelsIn),
          kept: (kept: Record<string, string>) =>
            Object.entries(kept).map(([reason, seats]) => ({ reason, seats: labelsIn(seats) })),
        }),
      ),
    }),
  )

const ownerOf: Record<'free' | 'held' | 'under_review' | 'sold' | 'sold_elsewhere' | 'kept', SeatOwner | 'free'> = {
  free: 'free',
  held: 'held',
  under_review: 'review',
  sold: 'ticket',
  sold_elsewhere: 'elsewhere',
  kept: 'kept',
}

const parseSeatDetails = row({
  owner: from('state', (state: keyof typeof ownerOf) => ownerOf[state]),
  /** The end of a hold or of a review. */
  until: orNull(instant),
  userId: orNull(text),
  name: filled,
  email: filled,
  phone: filled,
  /** Who of the staff sold it; null for an online order. */
  sellerId: from('made_by', orNull(text)),
  orderCode: orNull(text),
  paymentId: orNull(text),
  paymentStatus: orNull(text),
  bookingId: orNull(text),
  ticketId: orNull(text),
  code: orNull(text),
  /** All seats of the ticket. */
  seats: or(list(text), []),
  /** Who has this seat's pass, when the customer gave it away; `at`: ISO instant. */
  received: orNull(row({ name: filled, email: filled, at: orNull(instant) })),
  letInAt: orNull(instant),
  /** Of a kept seat. */
  reason: orNull(text),
  keptBy: filled,
  since: orNull(instant),
})
/** Who has a seat; null for what it lacks. Times are ISO instants. */
export type SeatDetails = Of<typeof parseSeatDetails>

/** Refuses with not_found. */
export const whoHasSeat = (ticketCategoryId: string, seat: string): Promise<Result<SeatDetails>> =>
  asStaff.read('who_has_seat', { p_ticket_category_id: ticketCategoryId, p_seat: seat }, parseSeatDetails)

/** Characters; the database refuses more. */
export const MAX_KEPT_REASON_CHARACTERS = 200

/** Keeps seats of a category from the sale, all or none. Refusal: seats_taken (detail: taken seats, like lines). */
export const keepSeats = (
  ticketCategoryId: string,
  seats: readonly string[],
  reason: string,
): Promise<Result<number>> =>
  asStaff.call('keep_seats', { p_ticket_category_id: ticketCategoryId, p_seats: [...seats], p_reason: reason }, number)

/** Puts kept seats on sale again; a repeat does nothing. */
export const giveBackSeats = (ticketCategoryId: string, seats: readonly string[]): Promise<Result<number>> =>
  asStaff.call('give_back_seats', { p_ticket_category_id: ticketCategoryId, p_seats: [...seats] }, number)
