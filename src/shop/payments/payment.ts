/** Only a decision of staff ends `pending`, and it is final. Same list as the database's check. */
export const paymentStatuses = ['pending', 'approved', 'rejected'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export type PaymentDecision = Exclude<PaymentStatus, 'pending'>

interface Meaning {
  decided: boolean
  /** Its money is accepted and made tickets. */
  paid: boolean
  /** Its seats count as the customer's; a rejection may hold them a little longer. */
  keepsSeats: boolean
}

/** The one place that says what a status means: the linter refuses comparisons with one elsewhere. */
const meanings = {
  pending: { decided: false, paid: false, keepsSeats: true },
  approved: { decided: true, paid: true, keepsSeats: true },
  rejected: { decided: true, paid: false, keepsSeats: false },
} as const satisfies Record<PaymentStatus, Meaning>

export const isDecided = (status: PaymentStatus): boolean => meanings[status].decided
export const isPaid = (status: PaymentStatus): boolean => meanings[status].paid
export const keepsSeats = (status: PaymentStatus): boolean => meanings[status].keepsSeats
/** True for a payment that is decided and brought no tickets: nothing more comes of it. */
export const isOver = (status: PaymentStatus): boolean => isDecided(status) && !isPaid(status)
