import { parseDoorRole } from '#shop/staff/role-rows.ts'
import type { DoorRole } from '#shop/people/role.ts'
import type { RefundStatus } from '#shop/refunds/refund.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { asIs, boolean, filled, from, instant, list, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'

const parsePerson = row({
  seat: text,
  /** Of who has it; null without one. */
  name: filled,
  /** Another person gave it to them. */
  received: boolean,
  /** ISO instant; null while not let in. */
  inAt: orNull(instant),
  gate: orNull(text),
})
/** One pass of a ticket. */
export type CheckInPerson = Of<typeof parsePerson>

/** The backend truncates larger pages. */
const CHECK_INS_PER_PAGE = 1_000

export const staffEvents = (userId: string, role: DoorRole): Promise<Result<string[]>> =>
  asStaff.rows(
    (client) => client.from('staff_events').select('event_id').eq('user_id', userId).eq('role', role),
    (rows) => rows.map(({ event_id }) => event_id),
  )

/** Returns whether this person works at every concert in this role. */
export const worksAtAll = (userId: string, role: DoorRole): Promise<Result<boolean>> =>
  asStaff.rows(
    (client) => client.from('staff').select('all_from').eq('user_id', userId).eq('role', role),
    (rows) => rows.some(({ all_from }) => all_from !== null),
  )

const parseEventStaff = row({
  id: from('user_id', text),
  name: filled,
  email: filled,
  role: parseDoorRole,
  /** ISO instant from which on the role gives nothing; null: it has no end. */
  endsAt: orNull(instant),
  works: boolean,
  /** They work at every concert. */
  all: boolean,
})
/** A person in one of their roles, and whether they work at an event in it. */
export type EventStaff = Of<typeof parseEventStaff>

/** Returns who works at an event and who may be set to, by name. */
export const readEventStaff = (eventId: string): Promise<Result<EventStaff[]>> =>
  asStaff.read('event_staff', { p_event_id: eventId }, list(parseEventStaff))

/** Leaves their other events alone; idempotent. Fails with forbidden, not_found (no such staff or event). */
export const setWorksAt = (
  eventId: string,
  { id, role }: Pick<EventStaff, 'id' | 'role'>,
  works: boolean,
): Promise<Result<null>> =>
  asStaff.call('set_works_at', { p_event_id: eventId, p_user_id: id, p_works: works, p_role: role })

/** Sets a person at every concert, also those to come, or takes that back; those set one by one stay. As setWorksAt. */
export const setWorksAtAll = ({ id, role }: Pick<EventStaff, 'id' | 'role'>, works: boolean): Promise<Result<null>> =>
  asStaff.call('set_works_at', { p_user_id: id, p_works: works, p_role: role, p_all: true })

/** Replaces the list. Fails with forbidden, not_found (no such staff or event). */
export const setStaffEvents = (
  userId: string,
  role: DoorRole,
  eventIds: readonly string[],
): Promise<Result<string[]>> =>
  asStaff.call('set_staff_events', { p_user_id: userId, p_event_ids: [...eventIds], p_role: role }, list(text))

/** Signs with a new key from now on; `withdraw` revokes older ones. Fails with forbidden, not_found, too_many. */
export const rotateEventKey = (
  eventId: string,
  withdraw: boolean,
): Promise<Result<{ keyNumber: number; resigned: number; withdrawn: number[] }>> =>
  asStaff.call(
    'rotate_event_key',
    { p_event_id: eventId, p_withdraw: withdraw },
    row({
      keyNumber: number,
      resigned: number,
      withdrawn: list(number),
    }),
  )

/** Returns an event's check-in list by ticket id; empty unless the caller is an admin. `signal` ends it with a failure. */
export async function checkIns(eventId: string, signal?: AbortSignal): Promise<Result<CheckIn[]>> {
  const all: CheckIn[] = []
  for (;;) {
    const after = all.at(-1)?.ticketId
    const answer = await callRead(async () => {
      const client = await backend({ console: true })
      const rows = client.rpc('get_check_ins').select('*').eq('event_id', eventId)
      const page = (after ? rows.gt('ticket_id', after) : rows).order('ticket_id').limit(CHECK_INS_PER_PAGE)
      return signal ? page.abortSignal(signal) : page
    }, signal)
    const page = parsed(answer, list(parseCheckIn))
    if (!page.ok) return page
    all.push(...page.value)
    if (page.value.length < CHECK_INS_PER_PAGE) return ok(all)
  }
}

const parseCheckIn = row({
  ticketId: text,
  eventId: text,
  code: text,
  orderCode: text,
  userName: filled,
  userEmail: filled,
  categoryName: from('ticket_category', text),
  seats: list(text),
  status: from('payment_status', asIs<'completed' | 'failed'>()),
  /** A refund owed (the gate refuses the ticket) or paid; null without one. */
  refund: from('refund_status', orNull(asIs<RefundStatus>())),
  admittedSeats: list(text),
  /** ISO instants. */
  firstInAt: orNull(instant),
  lastInAt: orNull(instant),
  gates: list(text),
  people: list(parsePerson),
})
export type CheckIn = Of<typeof parseCheckIn>
