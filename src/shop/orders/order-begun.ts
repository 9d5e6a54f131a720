import type { Order } from './order.ts'

/** True once money may have been sent under the order's code. See docs/decisions/0022-open-orders.md. */
export const hasBegun = (order: Pick<Order, 'form' | 'payingAt'>): boolean => order.payingAt !== null || hasProof(order)

/** True once a reference was typed or a picture chosen. */
export const hasProof = ({ form }: Pick<Order, 'form'>): boolean =>
  form.reference.trim() !== '' || form.screenshot !== null

/** True once its money came before anything was submitted. */
export const isReceived = (order: Pick<Order, 'state' | 'receivedAt'>): boolean =>
  order.state === 'submitted' && order.receivedAt !== null

/** True when it costs nothing, or was taken for nothing. False before a hold, which alone knows its price. */
export const isFree = (order: Pick<Order, 'hold' | 'takenAt'>): boolean =>
  order.takenAt !== null || order.hold?.total === 0

/** The server keeps unsubmitted orders this long, milliseconds. */
const KNOWN_MS = 45 * 24 * 3_600_000

/** True when money may have been sent and nothing was submitted. */
export const isUnreported = (order: Order): boolean =>
  order.state === 'draft' && hasBegun(order) && Math.abs(Date.now() - order.createdAt) <= KNOWN_MS
