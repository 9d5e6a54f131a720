/** What became of a payment. Staff's decision alone ends `pending`, and is final. The database's check says the same. */
export const paymentStatuses = ['pending', 'approved', 'rejected'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** What staff decide about a pending payment. */
export type PaymentDecision = Exclude<PaymentStatus, 'pending'>
