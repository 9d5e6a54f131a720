import type { CartItem } from '#shop/cart/cart.ts'
import { eventName, posterOf, sectionsOf, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { priceWithCodes, reducedPrice, type OpenedCode } from '#shop/codes/code.ts'
import { priceRated } from '#shop/prices/price.ts'
import { readCategory } from '#shop/catalogue/catalogue.store.ts'
import type { HeldLine, Hold, OrderedLine } from '#shop/orders/order.ts'
import { countedAgain } from '#shop/seats/standing.ts'
import { terms } from '#ui/terms.ts'
import type { ShownPrice } from '../cart/price-table.tsx'

export const orderedLinesOf = (items: readonly CartItem[]): OrderedLine[] =>
  items.map((item) => ({
    ticketCategoryId: item.categoryId,
    seats: [...item.seats],
    eventId: item.eventId,
    eventName: item.eventName,
    categoryName: item.categoryName,
    date: item.date,
    venue: item.venue,
    unitPrice: item.price,
    sections: item.sections,
    state: item.state,
    free: item.free,
  }))

export const cartItemsOf = (lines: readonly OrderedLine[], now: number): CartItem[] =>
  lines.map((line) => ({
    id: `${line.eventId}_${line.ticketCategoryId}_${now}`,
    eventId: line.eventId,
    eventName: line.eventName,
    categoryId: line.ticketCategoryId,
    categoryName: line.categoryName,
    price: line.unitPrice,
    quantity: line.seats.length,
    date: line.date,
    venue: line.venue,
    seats: countedAgain(line.seats),
    image: posterOf(line.eventId),
    sections: line.sections,
    state: line.state,
    free: line.free,
  }))

const orderedLine = (event: CatalogueEvent, category: TicketCategory, seats: readonly string[]): OrderedLine => ({
  ticketCategoryId: category.id,
  seats: countedAgain(seats),
  eventId: event.id,
  eventName: eventName(event),
  categoryName: category.name,
  date: event.date,
  venue: event.venue,
  unitPrice: category.price,
  sections: sectionsOf(category),
  state: event.state,
  free: category.free,
})

/**
 * Returns the lines of a payment made on another device. Leaves out categories gone from the catalogue: they cannot be
 * bought again.
 */
export async function linesOfPayment(
  lines: readonly { ticketCategoryId: string | null; seats: readonly string[] }[],
): Promise<OrderedLine[]> {
  const found = await Promise.all(
    lines.map(async ({ ticketCategoryId, seats }) => {
      const known = ticketCategoryId === null || seats.length === 0 ? null : await readCategory(ticketCategoryId)
      return known ? orderedLine(known.event, known.category, seats) : null
    }),
  )
  return found.filter((line) => line !== null)
}

/**
 * Prices as the hold fixed it, else by the prices seen, lowered by the code. Without rows of tax for a payment that was
 * reopened.
 */
export function priceOf(lines: readonly OrderedLine[], hold: Hold | null, code: OpenedCode | null = null): ShownPrice {
  if (!hold)
    return priceWithCodes(
      lines.map((line) => asSeen(line, loweredBy(code, line))),
      terms(),
    )
  const { subtotal, gst, localTax, fee, feeGst, total } = hold
  const stateOf = ({ ticketCategoryId: id }: HeldLine) =>
    lines.find((one) => one.ticketCategoryId === id)?.state ?? null
  const rated = priceRated(hold.lines.map((line) => ({ ...line, state: stateOf(line) })))
  const { feeSeats, gstIncluded, gstRows, localRows } = rated
  const rows = hold.lines.length > 0 && { feeSeats, gstRows, localRows }
  const rounding = total - subtotal - gst - localTax - fee - feeGst
  return { subtotal, gst, gstIncluded, localTax, fee, feeGst, rounding, total, ...rows }
}

/** The price by what was seen when the seats were chosen, lowered where the hold's code lowers that same price, or by
 * the code that the hold will be asked with. */
export function seenPrice(lines: readonly OrderedLine[], hold: Hold | null, code: OpenedCode | null = null): number {
  if (!hold) return priceOf(lines, null, code).total
  const seen = lines.map((line) => {
    const { fullPrice, unitPrice } = hold.lines.find((one) => one.ticketCategoryId === line.ticketCategoryId) ?? {}
    return asSeen(line, fullPrice === line.unitPrice ? (unitPrice ?? null) : null)
  })
  return priceWithCodes(seen, terms()).total
}

const loweredBy = (code: OpenedCode | null, { eventId, ticketCategoryId, unitPrice }: OrderedLine): number | null =>
  reducedPrice(code, { eventId, categoryId: ticketCategoryId, price: unitPrice })

const asSeen = (line: OrderedLine, lowered: number | null) => ({
  unitPrice: lowered ?? line.unitPrice,
  quantity: line.seats.length,
  state: line.state,
  free: line.free,
  ...(lowered !== null && { fullPrice: line.unitPrice }),
})

export const seatsOf = (lines: readonly { seats: readonly string[] }[]): number =>
  lines.reduce((count, line) => count + line.seats.length, 0)
