import type { Result } from '#platform/failure/failure.ts'
import { orNull as nullArgument } from '#platform/supabase/client.ts'
import { asIs, list, moment, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'
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
export const gateTrouble = (eventId: string): Promise<Result<GateTrouble>> =>
  asPerson.read('gate_trouble', { p_event_id: eventId }, parseGateTrouble)

/** Returns the admission counts of an event, by gate and device. Fails with forbidden. */
export const gateCounters = (eventId: string): Promise<Result<GateCounters>> =>
  asPerson.read('gate_counters', { p_event_id: eventId }, parseGateCounters)

/** Reports that this device is alive. Times in milliseconds. */
export const reportGateDevice = (report: {
  eventId: string
  device: string
  gate: string
  waiting: number
  rosterAt: number | null
}): Promise<Result<null>> =>
  asPerson.call('report_gate_device', {
    p_event_id: report.eventId,
    p_device: report.device,
    p_gate: report.gate,
    p_waiting: report.waiting,
    p_roster_at: nullArgument(report.rosterAt === null ? null : isoOf(report.rosterAt)),
  })
