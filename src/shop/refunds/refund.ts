/** Owed (`requested`), then paid once. */
export type RefundStatus = 'requested' | 'refunded'
export const refundStatus = (word: unknown): RefundStatus => (word === 'refunded' ? 'refunded' : 'requested')

/** How it was paid: by transfer to a UPI id or an account, in cash, on the card of a sale by card, or as staff say. */
export type RefundWay = 'upi' | 'bank' | 'cash' | 'card' | 'other'

/**
 * `rejected`, `overpaid`: the money bought no ticket. `given_back`: another person bought the seat. `other`: staff say why
 * in `note`.
 */
export type RefundReason = 'cancelled' | 'moved' | 'rejected' | 'overpaid' | 'other' | 'given_back'
