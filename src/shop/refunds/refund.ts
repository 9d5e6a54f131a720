/** Owed (`requested`), then paid once. */
export type RefundStatus = 'requested' | 'refunded'

/**
 * `rejected`, `overpaid`: the money bought no ticket. `given_back`: another person bought the seat. `other`: staff say why
 * in `note`.
 */
export type RefundReason = 'cancelled' | 'moved' | 'rejected' | 'overpaid' | 'other' | 'given_back'
