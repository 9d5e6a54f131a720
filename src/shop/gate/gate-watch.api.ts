import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend, orNull } from '#platform/supabase/client.ts'
import { list, ms, msOrNull, numberOf } from '#platform/text/wire-values.ts'
import {
  isoOf,
  parseConflict,
  parseOther,
  type ConflictWire,
  type OtherScan,
  type OtherWire,
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
  expected: number
  admitted: number
  gates: { gate: string; admitted: number; refused: number; scans: number }[]
  /** The last three hours without empty minutes; `minute` is its start in milliseconds. */
  minutes: { minute: number; gate: string; admitted: number }[]
  refused: { verdict: 'ALREADY IN' | 'NOT VALID' | 'CHECK'; reason: string | null; count: number }[]
  devices: {
    device: string
    gate: string
    staffName: string | null
    lastSyncAt: number
    /** Unsent scans on the device; null when unknown. */
    waiting: number | null
    rosterAt: number | null
    /** When an admin reported it lost; null if never, or once it has reported again. */
    lostAt: number | null
    scans: number
  }[]
  conflicts: number
  problems: number
}

interface TroubleWire {
  conflicts: ConflictWire[]
  problems: (OtherWire & { event_id: string; seats: string[]; problem: ScanProblemKind })[]
  conflict_count: number
  problem_count: number
}
interface CountersWire {
  at: string
  expected: number
  admitted: number
  gates: { gate: string; admitted: number; refused: number; scans: number }[]
  minutes: { minute: string; gate: string; admitted: number }[]
  refused: { verdict: GateCounters['refused'][number]['verdict']; reason: string | null; count: number }[]
  devices: {
    device: string
    gate: string
    staff_name: string | null
    last_sync_at: string
    waiting: number | null
    roster_at: string | null
    lost_at: string | null
    scans: number
  }[]
  conflicts: number
  problems: number
}

/** Returns seats admitted twice and admissions without a valid ticket. Fails with forbidden. */
export async function gateTrouble(eventId: string): Promise<Result<GateTrouble>> {
  const answer = await callRead(async () => (await backend()).rpc('gate_trouble', { p_event_id: eventId }))
  return parsedJson(answer, (value: TroubleWire) => ({
    conflicts: list(value.conflicts).map(parseConflict),
    problems: list(value.problems).map((one) => ({
      ...parseOther(one),
      eventId: one.event_id,
      seats: list(one.seats),
      problem: one.problem,
    })),
    conflictCount: numberOf(value.conflict_count),
    problemCount: numberOf(value.problem_count),
  }))
}

/** Returns the admission counts of an event, by gate and device. Fails with forbidden. */
export async function gateCounters(eventId: string): Promise<Result<GateCounters>> {
  const answer = await callRead(async () => (await backend()).rpc('gate_counters', { p_event_id: eventId }))
  return parsedJson(answer, (value: CountersWire) => ({
    at: ms(value.at),
    expected: numberOf(value.expected),
    admitted: numberOf(value.admitted),
    gates: list(value.gates).map((one) => ({
      gate: one.gate,
      admitted: numberOf(one.admitted),
      refused: numberOf(one.refused),
      scans: numberOf(one.scans),
    })),
    minutes: list(value.minutes).map((one) => ({
      minute: ms(one.minute),
      gate: one.gate,
      admitted: numberOf(one.admitted),
    })),
    refused: list(value.refused).map((one) => ({
      verdict: one.verdict,
      reason: one.reason ?? null,
      count: numberOf(one.count),
    })),
    devices: list(value.devices).map((one) => ({
      device: one.device,
      gate: one.gate,
      staffName: one.staff_name ?? null,
      lastSyncAt: ms(one.last_sync_at),
      waiting: one.waiting ?? null,
      rosterAt: msOrNull(one.roster_at),
      lostAt: msOrNull(one.lost_at),
      scans: numberOf(one.scans),
    })),
    conflicts: numberOf(value.conflicts),
    problems: numberOf(value.problems),
  }))
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
      p_roster_at: orNull(report.rosterAt === null ? null : isoOf(report.rosterAt)),
    }),
  )
  return answer.ok ? ok(null) : answer
}
