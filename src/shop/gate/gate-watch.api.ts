import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { backend, orNull } from '#platform/supabase/client.ts'
import { instant, list } from '#platform/text/wire-values.ts'
import {
  isoOf,
  parseConflict,
  parseOther,
  type OtherScan,
  type ScanConflict,
  type ScanProblemKind,
} from './scans/scan-answers.ts'

export interface ScanProblem extends OtherScan {
  eventId: string
  ticketId: string
  seats: string[]
  problem: ScanProblemKind
}

export interface GateTrouble {
  /** Newest first, at most 500 of each. */
  conflicts: ScanConflict[]
  problems: ScanProblem[]
  conflictCount: number
  problemCount: number
}

export interface GateCounters {
  /** Server time, milliseconds. */
  at: number
  /** Seats of valid tickets. */
  expected: number
  /** Different seats let in. */
  admitted: number
  gates: { gate: string; admitted: number; refused: number; scans: number }[]
  /** The last three hours; minutes without an admission are left out. Start of the minute, milliseconds. */
  minutes: { minute: number; gate: string; admitted: number }[]
  refused: { verdict: 'ALREADY IN' | 'NOT VALID' | 'CHECK'; reason: string | null; count: number }[]
  devices: {
    device: string
    gate: string
    staffName: string | null
    lastSyncAt: number
    /** Scans the device has yet to send, as it last said; null when it did not say. */
    waiting: number | null
    /** How old its list was: when that was last brought up to date. */
    rosterAt: number | null
    /** When an admin reported it lost; null when not, or when it was heard of since. */
    lostAt: number | null
    scans: number
  }[]
  conflicts: number
  problems: number
}

// oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
type Raw = any

/** Seats let in twice and admissions without a good ticket, for the scanner's tray and the console. Refusals: forbidden. */
export async function gateTrouble(eventId: string): Promise<Result<GateTrouble>> {
  const answer: Result<Raw> = await callRead(async () => (await backend()).rpc('gate_trouble', { p_event_id: eventId }))
  return parsed(answer, (value) => ({
    conflicts: list(value.conflicts).map(parseConflict),
    problems: list(value.problems).map((one) => ({
      ...parseOther(one),
      eventId: one.event_id,
      seats: list(one.seats),
      problem: one.problem,
    })),
    conflictCount: Number(value.conflict_count),
    problemCount: Number(value.problem_count),
  }))
}

/** How the entrance goes. Refusals: forbidden. */
export async function gateCounters(eventId: string): Promise<Result<GateCounters>> {
  const answer: Result<Raw> = await callRead(async () =>
    (await backend()).rpc('gate_counters', { p_event_id: eventId }),
  )
  return parsed(answer, (value) => ({
    at: instant(value.at),
    expected: Number(value.expected),
    admitted: Number(value.admitted),
    gates: list(value.gates).map((one) => ({
      gate: one.gate,
      admitted: Number(one.admitted),
      refused: Number(one.refused),
      scans: Number(one.scans),
    })),
    minutes: list(value.minutes).map((one) => ({
      minute: instant(one.minute),
      gate: one.gate,
      admitted: Number(one.admitted),
    })),
    refused: list(value.refused).map((one) => ({
      verdict: one.verdict,
      reason: one.reason ?? null,
      count: Number(one.count),
    })),
    devices: list(value.devices).map((one) => ({
      device: one.device,
      gate: one.gate,
      staffName: one.staff_name ?? null,
      lastSyncAt: instant(one.last_sync_at),
      waiting: one.waiting ?? null,
      rosterAt: one.roster_at ? instant(one.roster_at) : null,
      lostAt: one.lost_at ? instant(one.lost_at) : null,
      scans: Number(one.scans),
    })),
    conflicts: Number(value.conflicts),
    problems: Number(value.problems),
  }))
}

/** Tells the others that this device is alive, also when it has nothing to send. Times in milliseconds. */
export async function reportGateDevice(report: {
  eventId: string
  device: string
  gate: string
  /** Scans it has yet to send. */
  waiting: number
  rosterAt: number | null
}): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend()).rpc('report_gate_device', {
      p_event_id: report.eventId,
      p_device: report.device,
      p_gate: report.gate,
      p_waiting: report.waiting,
      p_roster_at: orNull(report.rosterAt === null ? null : isoOf(report.rosterAt)),
    }),
  )
  return answer.ok ? ok(null) : answer
}
