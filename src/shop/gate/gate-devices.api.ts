import type { Result } from '#platform/failure/failure.ts'
import type { Verdict } from './decision.ts'
import { asIs, from, isTrue, list, moment, number, orNull, row, text, whole, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import type { ScanProblemKind } from './scans/scan-answers.ts'

export const DEVICE_SCANS_SHOWN = 200

const parseDeviceScan = row({
  id: text,
  at: from('corrected_at', moment),
  verdict: asIs<Verdict | 'UNDO'>(),
  /** Seats let in; claimed ones when the scan does not count. */
  seats: whole((scan: { claimed_seats: unknown; seats: unknown }) => list(text)(scan.claimed_seats ?? scan.seats)),
  gate: text,
  problem: orNull(asIs<ScanProblemKind>()),
})
export type DeviceScan = Of<typeof parseDeviceScan>

const parseLostDevice = row({
  staffName: orNull(text),
  roleTaken: isTrue,
  events: list(
    row({
      eventId: text,
      name: text,
      resigned: number,
    }),
  ),
})
export type LostDevice = Of<typeof parseLostDevice>

/** Returns at most DEVICE_SCANS_SHOWN scans, newest first; empty unless the caller is staff of the event. */
export const deviceScans = (eventId: string, device: string): Promise<Result<DeviceScan[]>> =>
  asStaff.rows(
    (client) =>
      client
        .from('ticket_scans')
        .select('id,corrected_at,verdict,seats,claimed_seats,gate,problem')
        .eq('event_id', eventId)
        .eq('device', device)
        .order('corrected_at', { ascending: false })
        .order('id')
        .limit(DEVICE_SCANS_SHOWN),
    list(parseDeviceScan),
  )

/** Takes its user's staff role and withdraws its keys. Fails with forbidden, not_found, own_device, too_many. */
export const loseGateDevice = (eventId: string, device: string): Promise<Result<LostDevice>> =>
  asStaff.call('lose_gate_device', { p_event_id: eventId, p_device: device }, parseLostDevice)
