import type { Verdict } from './admission.ts'

/** A scan as device and server keep it. An undo is a scan of verdict UNDO. */
export interface Scan {
  /** Made on the device; sending it again changes nothing. */
  id: string
  /** The gate's event, also for another event's ticket. */
  eventId: string
  /** The ticket's id, or the text that was read, up to TICKET_ID_MAX characters. */
  ticketId: string
  verdict: Verdict | 'UNDO'
  /** Seats this scan let in. */
  seats: readonly string[]
  /** A reason's code, or staff's words for an undo; null for none. */
  reason: string | null
  gate: string
  device: string
  /** The device's uncorrected clock, milliseconds. */
  scannedAt: number
  /** The undone scan; only with verdict UNDO. */
  undoes: string | null
  /** Who made it, when somebody else sends it; absent or null for the sender. */
  scannedBy?: string | null
}

export const TICKET_ID_MAX = 512
export const REASON_MAX = 500
export const GATE_NAME_MAX = 80
