import type { Verdict } from './admission.ts'

/** One scan as the device commits it and the server keeps it. Undo is itself a scan, of verdict UNDO. */
export interface Scan {
  /** Made on the device; sending it again changes nothing. */
  id: string
  /** The gate's event, also for garbage and for another event's ticket. */
  eventId: string
  /** Id of the ticket, or what was read in its stead (kept to 512 characters). */
  ticketId: string
  verdict: Verdict | 'UNDO'
  /** Seats let in by this scan; empty for every verdict that let nobody in. */
  seats: readonly string[]
  /** Code of the reason, or for an undo the words of staff; null for none. At most 500 characters. */
  reason: string | null
  gate: string
  /** Id of the device, the same for all of its scans. */
  device: string
  /** The device's own clock, uncorrected, milliseconds. */
  scannedAt: number
  /** The scan that is undone; only with verdict UNDO. */
  undoes: string | null
  /** Who made it, where somebody else sends it: they left the device before it was sent. Absent or null for the sender. */
  scannedBy?: string | null
}

/** Longest text of a reading that is kept, in characters. */
export const TICKET_ID_MAX = 512
/** Longest reason of a scan, in characters. */
export const REASON_MAX = 500
/** Longest name of a gate, in characters. */
export const GATE_NAME_MAX = 80
