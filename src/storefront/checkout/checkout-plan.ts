import type { CartItem } from '#shop/cart/cart.ts'
import { orderLinesOf } from '#shop/cart/cart-changes.ts'
import { draftFor, hasBegun, sharesSeats } from '#shop/orders/order-rows.store.ts'
import type { Order } from '#shop/orders/order.ts'

export type CheckoutPlan =
  /** Nothing can be paid, and nothing may have been. */
  | { kind: 'nothing' }
  /** Show this order unchanged: money may have been sent for it. */
  | { kind: 'show'; order: Order }
  /** The cart has seats of an order already begun: the customer finishes it or gives it up. */
  | { kind: 'ask'; order: Order }
  | { kind: 'open' }

/** `payable`: the cart's lines on sale. Never changes an order already begun, or shown with its price before its event
 * went off sale: its customer may be paying right now (docs/decisions/0022-open-orders.md). */
export function planCheckout(
  items: readonly CartItem[],
  payable: readonly CartItem[],
  drafts: readonly Order[],
): CheckoutPlan {
  const [first] = drafts.filter((order) => !order.ofOffer)
  if (items.length === 0) return first ? { kind: 'show', order: first } : { kind: 'nothing' }
  const whole = draftFor(drafts, orderLinesOf(items))
  if (whole && (hasBegun(whole) || (whole.hold !== null && payable.length < items.length))) {
    return { kind: 'show', order: whole }
  }
  if (payable.length === 0) return { kind: 'nothing' }
  const lines = orderLinesOf(payable)
  const same = draftFor(drafts, lines)
  if (same && hasBegun(same)) return { kind: 'show', order: same }
  const begun = drafts.find((order) => hasBegun(order) && sharesSeats(order.lines, lines))
  return begun ? { kind: 'ask', order: begun } : { kind: 'open' }
}
