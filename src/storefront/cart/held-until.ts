import type { CartItem } from '#shop/cart/cart.ts'
import { isStanding } from '#shop/seats/standing.ts'
import type { Order } from '#shop/orders/order.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { seatsKeptUntil } from '../checkout/status/seats-kept.ts'

type Decided = Pick<MyPayment, 'status' | 'reviewedAt' | 'seatsHeld' | 'lines'>

/**
 * Returns when (ms) the hold on all seats of a line ends, by an open order or a just rejected payment; null if not
 * held.
 */
export function heldUntil(
  item: Pick<CartItem, 'categoryId' | 'seats'>,
  orders: readonly Pick<Order, 'hold' | 'lines'>[],
  payments: readonly Decided[],
  now: number,
): number | null {
  const covers = (lines: Decided['lines'] | Order['lines']): boolean => {
    const line = lines.find((other) => other.ticketCategoryId === item.categoryId)
    if (line === undefined) return false
    // A payment has the numbers that the server gave.
    if (isStanding(item.seats)) return item.seats.length <= line.seats.length
    return item.seats.every((seat) => line.seats.includes(seat))
  }
  const ends = [
    ...orders.map(({ hold, lines }) => (hold && hold.expiresAt > now && covers(lines) ? hold.expiresAt : 0)),
    ...payments.map((payment) => (covers(payment.lines) && seatsKeptUntil(payment, now)) || 0),
  ]
  return Math.max(0, ...ends) || null
}
