import type { MyPayment } from '#shop/device/schema.ts'

/** The database holds seats for this long after a rejection. */
const KEPT_AFTER_REJECTION_MS = 15 * 60_000

/** When (ms) a rejected payment's seats are released; null if they already are, were lost, or it was not rejected. */
export function seatsKeptUntil(
  payment: Pick<MyPayment, 'status' | 'reviewedAt' | 'seatsHeld'> | undefined,
  now: number,
): number | null {
  if (payment?.status !== 'rejected' || payment.reviewedAt === null || !payment.seatsHeld) return null
  const until = Date.parse(payment.reviewedAt) + KEPT_AFTER_REJECTION_MS
  return until > now ? until : null
}
