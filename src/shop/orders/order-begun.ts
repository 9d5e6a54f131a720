import type { Order } from './order.ts'

/**
 * True once something was entered for the order or its customer went to pay: money may have left under its code. From
 * then on it keeps its id, its seats, its price and its form until it is submitted or given up.
 */
export const hasBegun = (order: Pick<Order, 'form' | 'payingAt'>): boolean =>
  order.payingAt !== undefined || order.form.reference.trim() !== '' || order.form.screenshot !== null

/** The server knows the code and the prices of an order that was not submitted for so long, in milliseconds. */
const KNOWN_MS = 45 * 24 * 3_600_000

/** An order for which money may have been sent, and nothing was submitted. */
export const isUnreported = (order: Order): boolean =>
  order.state === 'draft' && hasBegun(order) && Math.abs(Date.now() - order.createdAt) <= KNOWN_MS
