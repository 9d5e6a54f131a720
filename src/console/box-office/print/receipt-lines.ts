import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { SoldSale } from '#shop/box-office/door-sale.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { formatSeats } from '#shop/seats/seat-names.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { codesOf } from '#shop/tickets/passes/passes.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { exactRupees } from '#ui/format.ts'
import { seatsText } from '#console/bookings/ticket-state.tsx'
import { paidWords } from '../box-office-words.ts'

/** One ticket as it is printed; `qr` is null for one that cannot be encoded, which its code replaces. */
export interface ReceiptLines {
  key: string
  shop: string
  event: string
  when: string
  venue: string
  category: string
  seats: string
  price: string
  qr: string | null
  code: string
  order: string
  sold: string
  /** Empty without one. */
  gstin: string
}

export interface ReceiptContext {
  shop: string
  gstin: string
  event: { name: string; venue: string; date: string }
  /** By ticket category id. */
  categories: ReadonlyMap<string, { name: string; sections: SectionNames | null }>
  /** When it was sold, ms. */
  at: number
}

/** Returns 'Standing, 2 people', or 'Seats Balcony A1, A2'. */
export function placesText(seats: readonly string[], sections?: SectionNames | null): string {
  if (isStanding(seats)) return seatsText(seats)
  return `${seats.length === 1 ? 'Seat' : 'Seats'} ${formatSeats({ seats, sections }).list}`
}

const paidFor = (method: SoldSale['method'], paise: number): string =>
  method === 'complimentary' ? 'Complimentary' : `${exactRupees(paise)} ${paidWords[method]}`

/** Returns the lines that the screen shows, one for each ticket. */
export const soldLines = (sale: SoldSale, { categories }: ReceiptContext) =>
  sale.tickets.map((ticket) => {
    const category = categories.get(ticket.ticketCategoryId)
    return {
      ticketId: ticket.id,
      category: category?.name ?? '',
      seats: placesText(ticket.seats, category?.sections),
      code: formatTypedCode(ticket.code),
      price: paidFor(sale.method, ticket.total),
    }
  })

/** Returns one part for each code: four people get four to tear off. */
export const receiptsOf = (sale: SoldSale, context: ReceiptContext): ReceiptLines[] =>
  sale.tickets.flatMap((ticket) => {
    const category = context.categories.get(ticket.ticketCategoryId)
    const codes = codesOf(ticket)
    const paid = paidFor(sale.method, ticket.total)
    return codes.map(({ seat, text }) => ({
      key: `${ticket.id} ${seat}`,
      shop: context.shop,
      event: context.event.name,
      when: formatDayTime(context.event.date),
      venue: context.event.venue,
      category: category?.name ?? '',
      seats: placesText([seat], category?.sections),
      price: codes.length > 1 && ticket.total > 0 ? `${paid} for ${codes.length}` : paid,
      qr: text,
      code: formatTypedCode(ticket.code),
      order: sale.orderCode,
      sold: formatDayTime(context.at),
      gstin: context.gstin,
    }))
  })

/** Returns a page that shows whether the printer cuts, fills the width and prints a code that scans. */
export const testReceipt = (shop: string, at: number): ReceiptLines => ({
  key: 'test',
  shop,
  event: 'Test print',
  when: formatDayTime(at),
  venue: 'No ticket, opens no gate',
  category: 'Scan the code: it says TEST PRINT',
  seats: 'Standing, 2 people',
  price: exactRupees(123_450),
  qr: 'TEST PRINT',
  code: '0000-0000-0',
  order: 'MF00000000',
  sold: formatDayTime(at),
  gstin: '',
})
