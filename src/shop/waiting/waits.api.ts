import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { iso, isoOrNull, list, numberOf, oneOfOrNull } from '#platform/text/wire-values.ts'
import { toPaise } from '#shop/prices/money.ts'
import { waitOutcomes, type Wait, type Wish } from './waits.ts'

export interface WaitWire {
  wait_id: string
  event_id: string
  event_name: string
  event_date: string
  ticket_category_id: string
  category: string
  is_standing: boolean
  seats: number
  together: boolean
  joined_at: string
  outcome: string | null
  ended_at: string | null
  before: number | null
  offer: {
    order_id: string
    order_code: string
    state: string
    seats: string[]
    until: string
    total: number
  } | null
}

export const parseWait = (row: WaitWire): Wait => ({
  id: row.wait_id,
  eventId: row.event_id,
  eventName: row.event_name,
  eventDate: iso(row.event_date),
  joinedAt: iso(row.joined_at),
  ticketCategoryId: row.ticket_category_id,
  category: row.category,
  standing: row.is_standing,
  seats: numberOf(row.seats),
  together: row.together,
  outcome: oneOfOrNull(waitOutcomes, row.outcome),
  endedAt: isoOrNull(row.ended_at),
  before: row.before === null ? null : numberOf(row.before),
  offer: row.offer && {
    orderId: row.offer.order_id,
    orderCode: row.offer.order_code,
    state: row.offer.state === 'submitted' ? 'submitted' : 'open',
    seats: list(row.offer.seats),
    until: iso(row.offer.until),
    total: toPaise(row.offer.total),
  },
})

/** Those that go on, and those that ended within seven days. */
export async function readMyWaits(): Promise<Result<Wait[]>> {
  const answer = await callRead(async () => (await backend()).rpc('my_waits'))
  return parsedJson(answer, (rows: WaitWire[]) => list(rows ?? []).map(parseWait))
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
