const waiting = new Set<string>()
const received = new Set<string>()

export const noteSubmitted = (orderId: string): void => void waiting.add(orderId)

/** True once for an order that was submitted on this page. */
export const consumeSubmitted = (orderId: string): boolean => waiting.delete(orderId)

export const noteReceived = (orderId: string): void => void received.add(orderId)

/** Tells whether it is an order whose money came while this page waited for it. */
export const wasReceivedHere = (orderId: string): boolean => received.has(orderId)
