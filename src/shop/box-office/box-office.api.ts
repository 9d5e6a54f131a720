import { parsePasses } from '#shop/tickets/passes/passes.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'
import { byPriceDescending, categoryLeft, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { priceNow } from '#shop/catalogue/sale/phases.ts'
import { seatsOf, sqlLines, type TakenSeats } from '#shop/seats/seats.api.ts'
import { readEventHall } from '#shop/seats/seats-admin.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { from, list, number, oneOf, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { doorMethods, type DoorMethod, type DoorSale, type SoldSale } from './door-sale.ts'

export interface DoorCategory {
  id: string
  name: string
  /** As typed, at this moment. */
  price: Paise
  /** The event's, for its local tax; null where it is not known. */
  state: string | null
  /** Neither sold nor kept; some may be held. */
  left: number
  /** Null for standing places. */
  seats: TicketCategory | null
}

/** Returns the categories that an event sells at the door, dearest first. */
export async function readDoorCategories(eventId: string): Promise<Result<DoorCategory[]>> {
  const hall = await readEventHall(eventId)
  if (!hall.ok) return hall
  const seated = hall.value.categories.map((one): DoorCategory => ({
    id: one.id,
    name: one.name,
    price: priceNow(one, Date.now()),
    state: hall.value.state,
    left: categoryLeft(one),
    seats: one,
  }))
  const standing = hall.value.standing.map(({ id, name, price, left }): DoorCategory => ({
    id,
    name,
    price,
    state: hall.value.state,
    left,
    seats: null,
  }))
  return ok([...seated, ...standing].sort(byPriceDescending))
}

/** Returns what is taken of an event's categories, by their ids. Refusals: forbidden, not_found. */
export const takenAtDoor = (eventId: string): Promise<Result<ReadonlyMap<string, TakenSeats>>> =>
  asStaff.read(
    'taken_at_door',
    { p_event_id: eventId },
    (rows: Record<string, Parameters<typeof seatsOf>[0]>) =>
      new Map(Object.entries(rows).map(([id, seats]) => [id, seatsOf(seats)])),
  )

const parseDoorPrice = row({
  total: toPaise,
  gst: toPaise,
  localTax: toPaise,
})
export type DoorPrice = Of<typeof parseDoorPrice>

/**
 * Returns the price of a sale at the door, which has no convenience fee; 0 for complimentary tickets. Refusals:
 * not_on_sale, too_many_seats, unknown_seat.
 */
export const priceAtDoor = (lines: readonly OrderLine[], method: DoorMethod): Promise<Result<DoorPrice>> =>
  asStaff.read('price_at_door', { p_lines: sqlLines(lines), p_method: method }, parseDoorPrice)

const parseSold = row({
  orderId: text,
  orderCode: text,
  paymentId: text,
  method: oneOf(doorMethods),
  total: toPaise,
  tickets: list(
    row({
      id: from('ticket_id', text),
      code: text,
      passes: parsePasses,
      seats: or(list(text), []),
      quantity: number,
      ticketCategoryId: text,
      userId: text,
      eventId: text,
      total: from('total_amount', toPaise),
    }),
  ),
  secret: orNull(text),
})

/**
 * Is idempotent by order id. Refusals: seats_taken (detail: lost lines), price_changed (detail: rupees now),
 * till_closed, not_on_sale, unknown_seat, too_many_seats, order_submitted (undone), invalid, forbidden.
 */
export const sellAtDoor = (sale: DoorSale): Promise<Result<SoldSale>> =>
  asStaff.call(
    'sell_at_door',
    {
      p_order_id: sale.orderId,
      p_till_id: sale.tillId,
      p_lines: sqlLines(sale.lines),
      p_method: sale.method,
      p_total: toRupees(sale.total),
      p_name: sale.name || undefined,
      p_phone: sale.phone || undefined,
      p_reference: sale.reference || undefined,
    },
    parseSold,
  )
