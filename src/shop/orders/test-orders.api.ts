import type { Result } from '#platform/failure/failure.ts'
import { asPerson, asStaff } from '#platform/supabase/ask.ts'

/** Marks an order that was never held as a test; a repeat changes nothing. Admins only. Refusals: `in_use` (held
 * without the mark), `order_submitted`. */
export const markTestOrder = (orderId: string): Promise<Result<null>> =>
  asPerson.call('mark_test_order', { p_order_id: orderId })

/** Revokes a test's tickets, or rejects it undecided, and frees its seats. Idempotent. Admins only. */
export const endTestOrder = (paymentId: string): Promise<Result<null>> =>
  asStaff.call('end_test_order', { p_payment_id: paymentId })
