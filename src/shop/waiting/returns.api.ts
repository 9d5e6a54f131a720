import type { Result } from '#platform/failure/failure.ts'
import { call, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

/**
 * Gives a pass back; a repeat returns the same. Refusals: not_refundable (detail: received, nothing), already_decided
 * (revoked), too_late (detail: over, in), too_many (given back and kept too often), not_found.
 */
export async function giveBackPass(ticketId: string, number: number): Promise<Result<{ id: string }>> {
  const answer = await call(async () =>
    (await backend()).rpc('give_back_pass', { p_ticket_id: ticketId, p_number: number }),
  )
  return parsedJson(answer, (row: { return_id: string }) => ({ id: row.return_id }))
}

/** Keeps a pass that was given back; repeatable. Refusals: already_decided (another person has paid), not_found. */
export async function takeBackReturn(returnId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend()).rpc('take_back_return', { p_return_id: returnId }))
  return parsed(answer, () => null)
}
