import type { MyPayment } from '#shop/device/schema.ts'
import { terms } from '#ui/terms.ts'
import { isOver } from '#shop/payments/payment.ts'

/** When (ms) a rejected payment's seats are released; null if they already are, were lost, or it was not rejected. */
export function seatsKeptUntil(
  payment: Pick<MyPayment, 'status' | 'reviewedAt' | 'seatsHeld'> | undefined,
  now: number,
): number | null {
  if (!payment || !isOver(payment.status) || payment.reviewedAt === null || !payment.seatsHeld) return null
  const until = Date.parse(payment.reviewedAt) + terms().retryMinutes * 60_000
  return until > now ? until : null
}
