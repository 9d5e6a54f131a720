/** Only a decision of staff ends `pending`, and it is final. Same list as the database's check. */
export const paymentStatuses = ['pending', 'approved', 'rejected'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export type PaymentDecision = Exclude<PaymentStatus, 'pending'>
