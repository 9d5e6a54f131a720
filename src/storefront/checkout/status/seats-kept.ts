import type { MyPayment } from '#shop/device/schema.ts'

/** After a rejection seats stay held for a while, in ms: the database's rule. */
const KEPT_AFTER_REJECTION_MS = 15 * 60_000

/** Until when (ms) the seats of a rejected payment are kept; null when that is over, it had lost them, or was not rejected. */
export function seatsKeptUntil(
  payment: Pick<MyPayment, 'status' | 'reviewedAt' | 'seatsHeld'> | undefined,
  now: number,
): number | null {
  if (payment?.status !== 'rejected' || payment.reviewedAt === null || !payment.seatsHeld) return null
  const until = Date.parse(payment.reviewedAt) + KEPT_AFTER_REJECTION_MS
  return until > now ? until : null
}
