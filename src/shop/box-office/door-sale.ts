import type { OrderLine } from '#shop/orders/order.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { Pass } from '#shop/tickets/passes/passes.ts'

/** How a sale at the door is paid. Same words as payments.method. */
export const doorMethods = ['cash', 'upi', 'card', 'complimentary'] as const
export type DoorMethod = (typeof doorMethods)[number]

/** How any payment came in; `free` is an order of ₹0. */
export const paymentMethods = ['upi', 'cash', 'card', 'complimentary', 'free'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A concert is sold at the door until so long after its start. */
export const SELLS_AFTER_START_MS = 6 * 3_600_000

/** A sale may be undone by its seller for this long. */
export const UNDO_MS = 5 * 60_000

/** Replaces the line of a category; no seats remove it. Lines keep the order in which they were begun. */
export function withLine(lines: readonly OrderLine[], ticketCategoryId: string, seats: readonly string[]): OrderLine[] {
  const line = { ticketCategoryId, seats: [...seats] }
  if (seats.length === 0) return lines.filter((other) => other.ticketCategoryId !== ticketCategoryId)
  return lines.some((other) => other.ticketCategoryId === ticketCategoryId)
    ? lines.map((other) => (other.ticketCategoryId === ticketCategoryId ? line : other))
    : [...lines, line]
}

export const seatsIn = (lines: readonly OrderLine[], ticketCategoryId: string): string[] =>
  lines.find((line) => line.ticketCategoryId === ticketCategoryId)?.seats ?? []

export const ticketsIn = (lines: readonly OrderLine[]): number =>
  lines.reduce((sum, { seats }) => sum + seats.length, 0)

/** What the clerk sends. Kept until an answer comes, so that a repeat is the same order. */
export interface DoorSale {
  orderId: string
  tillId: string
  eventId: string
  lines: OrderLine[]
  method: DoorMethod
  /** Paise, as the clerk saw it. */
  total: Paise
  name: string
  phone: string
  /** Of a UPI transfer or a card's slip, or why a ticket is complimentary; may be empty. */
  reference: string
  /** Paise that the buyer handed over; null when not typed. */
  given: Paise | null
}

/** Reads a stored sale; null for any other text. */
export function parseSale(text: string | null): DoorSale | null {
  try {
    const sale = JSON.parse(text ?? 'null') as DoorSale | null
    const sound =
      typeof sale?.orderId === 'string' &&
      typeof sale.tillId === 'string' &&
      Array.isArray(sale.lines) &&
      doorMethods.includes(sale.method) &&
      Number.isSafeInteger(sale.total)
    return sound ? sale : null
  } catch {
    return null
  }
}

/** What is missing before a sale can be made; null when nothing is. */
export type Missing = 'tickets' | 'price' | 'given' | 'reason' | 'phone'

/** The phone numbers that the database accepts. */
const PHONE = /^[+]?[0-9][0-9 ()-]{5,22}$/

export function missingIn(sale: {
  lines: readonly OrderLine[]
  method: DoorMethod
  /** Null while it is computed. */
  total: Paise | null
  reason: string
  phone: string
  /** Null when not typed; 'wrong' when it is no amount. */
  given: Paise | null | 'wrong'
}): Missing | null {
  if (ticketsIn(sale.lines) === 0) return 'tickets'
  if (sale.total === null) return 'price'
  if (sale.method === 'complimentary' && sale.reason.trim() === '') return 'reason'
  if (sale.method === 'cash' && sale.given !== null && (sale.given === 'wrong' || sale.given < sale.total))
    return 'given'
  const phone = sale.phone.trim()
  return phone === '' || PHONE.test(phone) ? null : 'phone'
}

interface SoldTicket {
  id: string
  code: string
  seats: string[]
  passes: Pass[]
  quantity: number
  ticketCategoryId: string
  userId: string
  eventId: string
  total: Paise
}

export interface SoldSale {
  orderId: string
  orderCode: string
  paymentId: string
  method: DoorMethod
  total: Paise
  tickets: SoldTicket[]
  /** Of the link by which the buyer takes the tickets over; null when the server gave none. */
  secret: string | null
}
