import type { Result } from '#platform/failure/failure.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

/** Marks an order that was never held as a test; a repeat changes nothing. Admins only. Refusals: `in_use` (held
 * without the mark), `order_submitted`. */
export async function markTestOrder(orderId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend()).rpc('mark_test_order', { p_order_id: orderId }))
  return parsed(answer, () => null)
}

/** Revokes a test's tickets, or rejects it undecided, and frees its seats. Idempotent. Admins only. */
export async function endTestOrder(paymentId: string): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('end_test_order', { p_payment_id: paymentId }),
  )
  return parsed(answer, () => null)
}
