import type { Result } from '#platform/failure/failure.ts'
import { orNull } from '#platform/supabase/client.ts'
import type { Json } from '#platform/supabase/database.types.ts'
import { list, text } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'
import {
  parseAssignments,
  parseKeys,
  parseRosterPage,
  type GateAssignment,
  type GateKeys,
  type RosterPage,
} from './lists/roster-rows.ts'
import type { Scan } from './scan.ts'
import { parseRecorded, sqlScan, type RecordedScans } from './scans/scan-answers.ts'

/** The database refuses a larger batch. */
export const SCANS_PER_CALL = 1_000
/** Some 200 kB: what a slow network delivers before a page is given up. */
const ROSTER_PAGE_ROWS = 5_000

/** Returns the caller's events by date, until 24 hours after their start. Fails with forbidden. */
export const gateEvents = (): Promise<Result<GateAssignment[]>> => asPerson.read('gate_events', {}, parseAssignments)

/** Returns the event's keys; audited. Fails with forbidden, gate_closed (detail: opens_at, closes_at), not_found. */
export const gateKeys = (eventId: string): Promise<Result<GateKeys>> =>
  asPerson.call('gate_key', { p_event_id: eventId }, parseKeys)

/** Returns a page of the roster; `after` is the id of the last row before it. Fails with forbidden, not_found. */
export const rosterPage = (eventId: string, after: string | null, since: string | null): Promise<Result<RosterPage>> =>
  asPerson.read(
    'gate_roster',
    { p_event_id: eventId, p_after: orNull(after), p_since: orNull(since), p_rows: ROSTER_PAGE_ROWS },
    (value: Parameters<typeof parseRosterPage>[0]) => parseRosterPage(value, eventId),
  )

/** Returns the tickets of these events with this ticket or order code. Fails with forbidden. */
export const findCode = (eventIds: readonly string[], code: string): Promise<Result<string[]>> =>
  asPerson.read('find_gate_tickets', { p_event_ids: [...eventIds], p_code: code }, list(text))

/** Sends at most SCANS_PER_CALL scans; repeating one is harmless. `deviceNow`: the device's clock, milliseconds. */
export async function recordScans(
  scans: readonly Scan[],
  deviceNow: number = Date.now(),
): Promise<Result<RecordedScans>> {
  const rows = scans.map((scan) => sqlScan(scan, deviceNow))
  return asPerson.call('record_scans', { p_scans: rows as unknown as Json }, parseRecorded)
}
