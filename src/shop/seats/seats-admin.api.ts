import { priceNow } from '#shop/catalogue/sale/phases.ts'
import { byPriceDescending, categoryLeft, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { Paise } from '#shop/prices/money.ts'
import { readDrawings, seatCategoryOf } from '#shop/catalogue/admin/categories-admin.api.ts'
import { CATEGORY_COLUMNS, parseCategory } from '#shop/catalogue/admin/category-rows.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { iso, isoOrNull, ms, numberOf } from '#platform/text/wire-values.ts'
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
  const rows = parsed(
    await callRead(async () =>
      (await backend({ console: true })).from('ticket_category_list').select(CATEGORY_COLUMNS).eq('event_id', eventId),
    ),
    (found) => found.map(parseCategory).sort(byPriceDescending),
  )
  if (!rows.ok) return rows
  const drawings = await readDrawings([...new Set(rows.value.flatMap(({ layout }) => (layout ? [layout.id] : [])))])
  if (!drawings.ok) return drawings
  const standing = rows.value.flatMap((row) =>
    row.standing
      ? [
          {
            ...{ id: row.id, name: row.name, price: priceNow(row, Date.now()) },
            ...{ total: row.totalTickets, sold: row.ticketsSold, left: categoryLeft(row) },
          },
        ]
      : [],
  )
  const categories = rows.value.filter((row) => !row.standing).map((row) => seatCategoryOf(row, drawings.value))
  const order = [...drawings.value.values()].flatMap(({ sections }) => sections.map(({ code }) => code))
  return ok({ categories, order, standing, state: rows.value[0]?.state ?? null })
}

interface CategoryWire {
  ticket_category_id: string
  total_tickets: number
  /** Labels with commas. */
  held: string
  under_review: string
  sold: string
  sold_elsewhere: string
  kept: Record<string, string>
}

const labelsIn = (text: string): string[] => (text === '' ? [] : text.split(','))

export async function seatsOfEvent(eventId: string): Promise<Result<HallSeats>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('seats_of_event', { p_event_id: eventId }),
  )
  return parsedJson(answer, (value: { at: string; categories: CategoryWire[] }) => ({
    at: ms(value.at),
    categories: value.categories.map((one) => ({
      categoryId: one.ticket_category_id,
      total: numberOf(one.total_tickets),
      held: labelsIn(one.held),
      review: labelsIn(one.under_review),
      ticket: labelsIn(one.sold),
      elsewhere: labelsIn(one.sold_elsewhere),
      kept: Object.entries(one.kept).map(([reason, seats]) => ({ reason, seats: labelsIn(seats) })),
    })),
  }))
}

/** Who has a seat; null for what it lacks. Times are ISO instants. */
export interface SeatDetails {
  owner: SeatOwner | 'free'
  /** The end of a hold or of a review. */
  until: string | null
  userId: string | null
  name: string | null
  email: string | null
  phone: string | null
  /** Who of the staff sold it; null for an online order. */
  sellerId: string | null
  orderCode: string | null
  paymentId: string | null
  paymentStatus: string | null
  bookingId: string | null
  ticketId: string | null
  code: string | null
  /** All seats of the ticket. */
  seats: string[]
  /** Who has this seat's pass, when the customer gave it away; `at`: ISO instant. */
  received: { name: string | null; email: string | null; at: string | null } | null
  letInAt: string | null
  /** Of a kept seat. */
  reason: string | null
  keptBy: string | null
  since: string | null
}

interface DetailsWire {
  state: 'free' | 'held' | 'under_review' | 'sold' | 'sold_elsewhere' | 'kept'
  until?: string | null
  user_id?: string | null
  name?: string | null
  email?: string | null
  phone?: string | null
  made_by?: string | null
  order_code?: string | null
  payment_id?: string | null
  payment_status?: string | null
  booking_id?: string | null
  ticket_id?: string | null
  code?: string | null
  seats?: string[] | null
  received?: { name?: string | null; email?: string | null; at: string | null } | null
  let_in_at?: string | null
  reason?: string | null
  kept_by?: string | null
  since?: string | null
}

const ownerOf: Record<DetailsWire['state'], SeatOwner | 'free'> = {
  free: 'free',
  held: 'held',
  under_review: 'review',
  sold: 'ticket',
  sold_elsewhere: 'elsewhere',
  kept: 'kept',
}

/** Refusal: not_found. */
export async function whoHasSeat(ticketCategoryId: string, seat: string): Promise<Result<SeatDetails>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('who_has_seat', { p_ticket_category_id: ticketCategoryId, p_seat: seat }),
  )
  return parsedJson(answer, (value: DetailsWire) => ({
    owner: ownerOf[value.state],
    until: isoOrNull(value.until ?? null),
    userId: value.user_id ?? null,
    name: value.name || null,
    email: value.email || null,
    phone: value.phone || null,
    sellerId: value.made_by ?? null,
    orderCode: value.order_code ?? null,
    paymentId: value.payment_id ?? null,
    paymentStatus: value.payment_status ?? null,
    bookingId: value.booking_id ?? null,
    ticketId: value.ticket_id ?? null,
    code: value.code ?? null,
    seats: value.seats ?? [],
    received: value.received
      ? { name: value.received.name || null, email: value.received.email || null, at: isoOrNull(value.received.at) }
      : null,
    letInAt: isoOrNull(value.let_in_at ?? null),
    reason: value.reason ?? null,
    keptBy: value.kept_by || null,
    since: value.since ? iso(value.since) : null,
  }))
}

/** Characters; the database refuses more. */
export const MAX_KEPT_REASON_CHARACTERS = 200

/** Keeps seats of a category from the sale, all or none. Refusal: seats_taken (detail: taken seats, like lines). */
export async function keepSeats(
  ticketCategoryId: string,
  seats: readonly string[],
  reason: string,
): Promise<Result<number>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('keep_seats', {
      p_ticket_category_id: ticketCategoryId,
      p_seats: [...seats],
      p_reason: reason,
    }),
  )
  return parsed(answer, numberOf)
}

/** Puts kept seats on sale again; a repeat does nothing. */
export async function giveBackSeats(ticketCategoryId: string, seats: readonly string[]): Promise<Result<number>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('give_back_seats', {
      p_ticket_category_id: ticketCategoryId,
      p_seats: [...seats],
    }),
  )
  return parsed(answer, numberOf)
}
