import type { CartItem } from '#shop/cart/cart.ts'
import {
  eventName,
  posterOf,
  sectionsPart,
  type CatalogueEvent,
  type TicketCategory,
} from '#shop/catalogue/catalogue.ts'
import { priceWithCodes, reducedPrice, type OpenedCode } from '#shop/codes/code.ts'
import { priceRated, type RatedLine } from '#shop/prices/price.ts'
import { readCategory } from '#shop/catalogue/catalogue.store.ts'
import type { Hold, OrderedLine } from '#shop/orders/order.ts'
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
    ...(item.sections && { sections: item.sections }),
    ...(item.state && { state: item.state }),
    ...(item.free && { free: true }),
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
    ...(line.sections && { sections: line.sections }),
    ...(line.state && { state: line.state }),
    ...(line.free && { free: true }),
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
  ...sectionsPart(category),
  ...(event.state && { state: event.state }),
  ...(category.free && { free: true }),
})

/** For a payment made on another device. Leaves out categories gone from the catalogue: they cannot be bought again. */
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

/** As the hold fixed it, else by the prices seen, lowered by the code. Without rows of tax for a hold of an earlier version. */
export function priceOf(lines: readonly OrderedLine[], hold: Hold | null, code: OpenedCode | null = null): ShownPrice {
  if (!hold)
    return priceWithCodes(
      lines.map((line) => asSeen(line, loweredBy(code, line))),
      terms(),
    )
  const { subtotal, gst, localTax = 0, fee, feeGst = 0, total } = hold
  const rated = hold.lines.flatMap((line): RatedLine[] => {
    const { gstPercent, localPercent, fee: each, feeGstPercent } = line
    const state = lines.find((one) => one.ticketCategoryId === line.ticketCategoryId)?.state ?? null
    return gstPercent === undefined || localPercent === undefined || each === undefined || feeGstPercent === undefined
      ? []
      : [{ ...line, state, gstPercent, localPercent, fee: each, feeGstPercent }]
  })
  const { feeSeats, gstRows, localRows } = priceRated(rated)
  return { subtotal, gst, localTax, fee, feeGst, total, ...(rated.length > 0 && { feeSeats, gstRows, localRows }) }
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
  state: line.state ?? null,
  free: line.free,
  ...(lowered !== null && { fullPrice: line.unitPrice }),
})

export const seatsOf = (lines: readonly { seats: readonly string[] }[]): number =>
  lines.reduce((count, line) => count + line.seats.length, 0)
