const waiting = new Set<string>()

export const noteSubmitted = (orderId: string): void => void waiting.add(orderId)

/** True once for an order that was submitted on this page. */
export const consumeSubmitted = (orderId: string): boolean => waiting.delete(orderId)
