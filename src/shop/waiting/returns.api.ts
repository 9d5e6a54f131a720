import type { Result } from '#platform/failure/failure.ts'
import { asPerson } from '#platform/supabase/ask.ts'

/**
 * Gives a pass back; a repeat returns the same. Refusals: not_refundable (detail: received, nothing), already_decided
 * (revoked), too_late (detail: over, in), too_many (given back and kept too often), not_found.
 */
export const giveBackPass = (ticketId: string, number: number): Promise<Result<{ id: string }>> =>
  asPerson.call('give_back_pass', { p_ticket_id: ticketId, p_number: number }, (row: { return_id: string }) => ({
    id: row.return_id,
  }))

/** Keeps a pass that was given back; repeatable. Refusals: already_decided (another person has paid), not_found. */
export const takeBackReturn = (returnId: string): Promise<Result<null>> =>
  asPerson.call('take_back_return', { p_return_id: returnId })
