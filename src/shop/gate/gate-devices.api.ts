import type { Result } from '#platform/failure/failure.ts'
import type { Verdict } from './admission.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { ms, list, numberOf } from '#platform/text/wire-values.ts'
import type { ScanProblemKind } from './scans/scan-answers.ts'

export const DEVICE_SCANS_SHOWN = 200

export interface DeviceScan {
  id: string
  /** Milliseconds, corrected. */
  at: number
  verdict: Verdict | 'UNDO'
  /** Let in by it, or said to be where the scan does not count. */
  seats: string[]
  gate: string
  problem: ScanProblemKind | null
}

export interface LostDevice {
  /** 'Sunita D.'; null when the account is gone or has no name. */
  staffName: string | null
  /** False when the account was no staff any more. */
  roleTaken: boolean
  /** Whose keys were withdrawn. */
  events: { eventId: string; name: string; resigned: number }[]
}

interface LostWire {
  staff_name: string | null
  role_taken: boolean
  events: { event_id: string; name: string; resigned: number }[]
}

/** Returns a device's newest scans, at most DEVICE_SCANS_SHOWN; empty for everybody but its staff. */
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

/**
 * Takes the role of the account last at work on the device and withdraws the keys of every event it may carry. Fails
 * with forbidden, not_found, own_device, too_many.
 */
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
