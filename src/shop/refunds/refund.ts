/** Owed (`requested`), then paid once. */
export type RefundStatus = 'requested' | 'refunded'
