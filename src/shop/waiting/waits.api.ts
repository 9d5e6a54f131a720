import type { Result } from '#platform/failure/failure.ts'
import { boolean, from, instant, list, number, oneOfOrNull, or, orNull, row, text } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'
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

/** Reads the waits that go on, and those that ended within seven days. */
export const readMyWaits = (): Promise<Result<Wait[]>> => asPerson.read('my_waits', {}, or(list(parseWait), []))

/**
 * Puts the caller at the end of the list; a repeat returns the same wait. Refusals: not_sold_out (such seats are free),
 * in_use (waits for others here), not_on_sale, too_many, not_found, not_signed_in.
 */
export const joinWaitingList = ({ ticketCategoryId, seats, together }: Wish): Promise<Result<Wait>> =>
  asPerson.call(
    'join_waiting_list',
    { p_ticket_category_id: ticketCategoryId, p_seats: seats, p_together: together },
    parseWait,
  )

/** Ends a wait and its open offer; repeatable. Refusals: order_submitted (its payment is under review), not_found. */
export const leaveWaitingList = (waitId: string): Promise<Result<null>> =>
  asPerson.call('leave_waiting_list', { p_wait_id: waitId })

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
