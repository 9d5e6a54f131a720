import type { Order } from './order.ts'

/** True once money may have been sent under the order's code. See docs/decisions/0022-open-orders.md. */
export const hasBegun = (order: Pick<Order, 'form' | 'payingAt'>): boolean =>
  order.payingAt !== undefined || order.form.reference.trim() !== '' || order.form.screenshot !== null

/** The server keeps unsubmitted orders this long, milliseconds. */
const KNOWN_MS = 45 * 24 * 3_600_000

/** True when money may have been sent and nothing was submitted. */
export const isUnreported = (order: Order): boolean =>
  order.state === 'draft' && hasBegun(order) && Math.abs(Date.now() - order.createdAt) <= KNOWN_MS
