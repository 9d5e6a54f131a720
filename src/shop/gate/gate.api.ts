import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend, orNull } from '#platform/supabase/client.ts'
import type { Json } from '#platform/supabase/database.types.ts'
import { list, text } from '#platform/text/wire.ts'
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

/** Returns the caller's events by date, until 24 hours after their start. Fails with forbidden. */
export async function gateEvents(): Promise<Result<GateAssignment[]>> {
  const answer = await callRead(async () => (await backend()).rpc('gate_events'))
  return parsedJson(answer, parseAssignments)
}

/** Returns the event's keys; audited. Fails with forbidden, gate_closed (detail: opens_at, closes_at), not_found. */
export async function gateKeys(eventId: string): Promise<Result<GateKeys>> {
  const answer = await call(async () => (await backend()).rpc('gate_key', { p_event_id: eventId }))
  return parsedJson(answer, parseKeys)
}

/** Returns a page of the roster; `after` is `next` of the page before. Fails with forbidden, not_found. */
export async function rosterPage(
  eventId: string,
  after: string | null,
  since: string | null,
): Promise<Result<RosterPage>> {
  const answer = await callRead(async () =>
    (await backend()).rpc('gate_roster', { p_event_id: eventId, p_after: orNull(after), p_since: orNull(since) }),
  )
  return parsedJson(answer, (value: Parameters<typeof parseRosterPage>[0]) => parseRosterPage(value, eventId))
}

/** Returns the tickets of these events with this ticket or order code. Fails with forbidden. */
export async function findCode(eventIds: readonly string[], code: string): Promise<Result<string[]>> {
  const answer = await callRead(async () =>
    (await backend()).rpc('find_gate_tickets', { p_event_ids: [...eventIds], p_code: code }),
  )
  return parsedJson(answer, list(text))
}

/** Sends at most SCANS_PER_CALL scans; repeating one is harmless. `deviceNow`: the device's clock, milliseconds. */
export async function recordScans(
  scans: readonly Scan[],
  deviceNow: number = Date.now(),
): Promise<Result<RecordedScans>> {
  const rows = scans.map((scan) => sqlScan(scan, deviceNow))
  const answer = await call(async () => (await backend()).rpc('record_scans', { p_scans: rows as unknown as Json }))
  return parsedJson(answer, parseRecorded)
}
