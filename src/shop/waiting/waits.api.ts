import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { boolean, from, instant, list, number, oneOfOrNull, or, orNull, row, text } from '#platform/text/wire.ts'
import { toPaise } from '#shop/prices/money.ts'
import { waitOutcomes, type Wait, type Wish } from './waits.ts'

export const parseWait = row({
  id: from('wait_id', text),
  eventId: text,
  eventName: text,
  eventDate: instant,
  joinedAt: instant,
  ticketCategoryId: text,
  category: text,
  standing: from('is_standing', boolean),
  seats: number,
  together: boolean,
  outcome: oneOfOrNull(waitOutcomes),
  endedAt: orNull(instant),
  before: orNull(number),
  offer: orNull(
    row({
      orderId: text,
      orderCode: text,
      state: (word: unknown) => (word === 'submitted' ? 'submitted' : 'open'),
      seats: list(text),
      until: instant,
      total: toPaise,
    }),
  ),
})

/** Those that go on, and those that ended within seven days. */
export async function readMyWaits(): Promise<Result<Wait[]>> {
  const answer = await callRead(async () => (await backend()).rpc('my_waits'))
  return parsedJson(answer, or(list(parseWait), []))
}

/**
 * Puts the caller at the end of the list; a repeat returns the same wait. Refusals: not_sold_out (such seats are free),
 * in_use (waits for others here), not_on_sale, too_many, not_found, not_signed_in.
 */
export async function joinWaitingList({ ticketCategoryId, seats, together }: Wish): Promise<Result<Wait>> {
  const answer = await call(async () =>
    (await backend()).rpc('join_waiting_list', {
      p_ticket_category_id: ticketCategoryId,
      p_seats: seats,
      p_together: together,
    }),
  )
  return parsedJson(answer, parseWait)
}

/** Ends a wait and its open offer; repeatable. Refusals: order_submitted (its payment is under review), not_found. */
export async function leaveWaitingList(waitId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend()).rpc('leave_waiting_list', { p_wait_id: waitId }))
  return parsed(answer, () => null)
}
