import type { RefundStatus } from '#shop/refunds/refund.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { RowFrom } from '#platform/supabase/row-types.ts'
import { isoOrNull, list, numberOf } from '#platform/text/wire-values.ts'

export interface CheckIn {
  ticketId: string
  eventId: string
  code: string
  orderCode: string
  userName: string | null
  userEmail: string | null
  categoryName: string
  seats: string[]
  status: 'completed' | 'failed'
  /** A refund owed (the gate refuses the ticket) or paid; null without one. */
  refund: RefundStatus | null
  admittedSeats: string[]
  /** ISO instants. */
  firstInAt: string | null
  lastInAt: string | null
  gates: string[]
  people: CheckInPerson[]
}

/** One pass of a ticket. */
export interface CheckInPerson {
  seat: string
  /** Of who has it; null without one. */
  name: string | null
  /** Another person gave it to them. */
  received: boolean
  /** ISO instant; null while not let in. */
  inAt: string | null
  gate: string | null
}

interface PersonWire {
  seat: string
  name: string | null
  received: boolean
  in_at: string | null
  gate: string | null
}

/** The backend truncates larger pages. */
const CHECK_INS_PER_PAGE = 1_000

export async function staffEvents(userId: string): Promise<Result<string[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('staff_events').select('event_id').eq('user_id', userId),
  )
  return parsed(answer, (rows) => list(rows).map((row) => row.event_id))
}

/** Replaces the list. Fails with forbidden, not_found (no such staff or event). */
export async function setStaffEvents(userId: string, eventIds: readonly string[]): Promise<Result<string[]>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('set_staff_events', { p_user_id: userId, p_event_ids: [...eventIds] }),
  )
  return parsed(answer, list)
}

interface RotationWire {
  key_number: number
  resigned: number
  withdrawn: number[]
}

/** Signs with a new key from now on; `withdraw` revokes older ones. Fails with forbidden, not_found, too_many. */
export async function rotateEventKey(
  eventId: string,
  withdraw: boolean,
): Promise<Result<{ keyNumber: number; resigned: number; withdrawn: number[] }>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('rotate_event_key', { p_event_id: eventId, p_withdraw: withdraw }),
  )
  return parsedJson(answer, (value: RotationWire) => ({
    keyNumber: numberOf(value.key_number),
    resigned: numberOf(value.resigned),
    withdrawn: list(value.withdrawn).map(Number),
  }))
}

/** Returns an event's check-in list by ticket id; empty unless the caller is an admin. */
export async function checkIns(eventId: string): Promise<Result<CheckIn[]>> {
  const all: CheckIn[] = []
  for (;;) {
    const after = all.at(-1)?.ticketId
    const answer = await callRead(async () => {
      const client = await backend({ console: true })
      const rows = client.rpc('get_check_ins').select('*').eq('event_id', eventId)
      return (after ? rows.gt('ticket_id', after) : rows).order('ticket_id').limit(CHECK_INS_PER_PAGE)
    })
    const page = parsed(answer, (rows) => list(rows).map(parseCheckIn))
    if (!page.ok) return page
    all.push(...page.value)
    if (page.value.length < CHECK_INS_PER_PAGE) return ok(all)
  }
}

const parseCheckIn = (
  row: RowFrom<'get_check_ins', 'user_name' | 'user_email' | 'refund_status' | 'first_in_at' | 'last_in_at'>,
): CheckIn => ({
  ticketId: row.ticket_id,
  eventId: row.event_id,
  code: row.code,
  orderCode: row.order_code,
  userName: row.user_name || null,
  userEmail: row.user_email || null,
  categoryName: row.ticket_category,
  seats: list(row.seats),
  status: row.payment_status as CheckIn['status'],
  refund: row.refund_status as RefundStatus | null,
  admittedSeats: list(row.admitted_seats),
  firstInAt: isoOrNull(row.first_in_at),
  lastInAt: isoOrNull(row.last_in_at),
  gates: list(row.gates),
  people: list(row.people as unknown as PersonWire[] | null).map((one) => ({
    seat: one.seat,
    name: one.name || null,
    received: one.received,
    inAt: isoOrNull(one.in_at),
    gate: one.gate,
  })),
})
