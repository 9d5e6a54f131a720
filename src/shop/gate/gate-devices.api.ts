import type { Result } from '#platform/failure/failure.ts'
import type { Verdict } from './decision.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { ms, list, numberOf } from '#platform/text/wire-values.ts'
import type { ScanProblemKind } from './scans/scan-answers.ts'

export const DEVICE_SCANS_SHOWN = 200

export interface DeviceScan {
  id: string
  at: number
  verdict: Verdict | 'UNDO'
  /** Seats let in; claimed ones when the scan does not count. */
  seats: string[]
  gate: string
  problem: ScanProblemKind | null
}

export interface LostDevice {
  staffName: string | null
  roleTaken: boolean
  events: { eventId: string; name: string; resigned: number }[]
}

interface LostWire {
  staff_name: string | null
  role_taken: boolean
  events: { event_id: string; name: string; resigned: number }[]
}

/** Returns at most DEVICE_SCANS_SHOWN scans, newest first; empty unless the caller is staff of the event. */
export async function deviceScans(eventId: string, device: string): Promise<Result<DeviceScan[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true }))
      .from('ticket_scans')
      .select('id,corrected_at,verdict,seats,claimed_seats,gate,problem')
      .eq('event_id', eventId)
      .eq('device', device)
      .order('corrected_at', { ascending: false })
      .order('id')
      .limit(DEVICE_SCANS_SHOWN),
  )
  return parsed(answer, (rows) =>
    list(rows).map((row) => ({
      id: row.id,
      at: ms(row.corrected_at),
      verdict: row.verdict as DeviceScan['verdict'],
      seats: list(row.claimed_seats ?? row.seats),
      gate: row.gate,
      problem: row.problem as ScanProblemKind | null,
    })),
  )
}

/** Takes its user's staff role and withdraws its keys. Fails with forbidden, not_found, own_device, too_many. */
export async function loseGateDevice(eventId: string, device: string): Promise<Result<LostDevice>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('lose_gate_device', { p_event_id: eventId, p_device: device }),
  )
  return parsedJson(answer, (value: LostWire) => ({
    staffName: value.staff_name ?? null,
    roleTaken: value.role_taken === true,
    events: list(value.events).map((one) => ({
      eventId: one.event_id,
      name: one.name,
      resigned: numberOf(one.resigned),
    })),
  }))
}
