import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend, orNull as nullArgument } from '#platform/supabase/client.ts'
import { asIs, list, moment, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { isoOf, other, parseConflict, type ScanProblemKind } from './scans/scan-answers.ts'

const parseProblem = row({ ...other, eventId: text, seats: list(text), problem: asIs<ScanProblemKind>() })
export type ScanProblem = Of<typeof parseProblem>

const parseGateTrouble = row({
  /** Newest first, at most 500 of each. */
  conflicts: list(parseConflict),
  problems: list(parseProblem),
  conflictCount: number,
  problemCount: number,
})
export type GateTrouble = Of<typeof parseGateTrouble>

const parseGateCounters = row({
  /** Server time, milliseconds. */
  at: moment,
  expected: number,
  admitted: number,
  gates: list(
    row({
      gate: text,
      admitted: number,
      refused: number,
      scans: number,
    }),
  ),
  /** The last three hours without empty minutes; `minute` is its start in milliseconds. */
  minutes: list(
    row({
      minute: moment,
      gate: text,
      admitted: number,
    }),
  ),
  refused: list(
    row({
      verdict: asIs<'ALREADY IN' | 'NOT VALID' | 'CHECK'>(),
      reason: orNull(text),
      count: number,
    }),
  ),
  devices: list(
    row({
      device: text,
      gate: text,
      staffName: orNull(text),
      lastSyncAt: moment,
      /** Unsent scans on the device; null when unknown. */
      waiting: orNull(number),
      rosterAt: orNull(moment),
      /** When an admin reported it lost; null if never, or once it has reported again. */
      lostAt: orNull(moment),
      scans: number,
    }),
  ),
  conflicts: number,
  problems: number,
})
export type GateCounters = Of<typeof parseGateCounters>

/** Returns seats admitted twice and admissions without a valid ticket. Fails with forbidden. */
export async function gateTrouble(eventId: string): Promise<Result<GateTrouble>> {
  const answer = await callRead(async () => (await backend()).rpc('gate_trouble', { p_event_id: eventId }))
  return parsedJson(answer, parseGateTrouble)
}

/** Returns the admission counts of an event, by gate and device. Fails with forbidden. */
export async function gateCounters(eventId: string): Promise<Result<GateCounters>> {
  const answer = await callRead(async () => (await backend()).rpc('gate_counters', { p_event_id: eventId }))
  return parsedJson(answer, parseGateCounters)
}

/** Reports that this device is alive. Times in milliseconds. */
export async function reportGateDevice(report: {
  eventId: string
  device: string
  gate: string
  waiting: number
  rosterAt: number | null
}): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend()).rpc('report_gate_device', {
      p_event_id: report.eventId,
      p_device: report.device,
      p_gate: report.gate,
      p_waiting: report.waiting,
      p_roster_at: nullArgument(report.rosterAt === null ? null : isoOf(report.rosterAt)),
    }),
  )
  return answer.ok ? ok(null) : answer
}
