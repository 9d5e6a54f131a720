import type { Verdict } from './decision.ts'

/** A scan on device and server. An undo is a scan with verdict UNDO. */
export interface Scan {
  /** Made on the device; sending it again changes nothing. */
  id: string
  /** The gate's event, even for another event's ticket. */
  eventId: string
  /** The ticket's id, or the text that was read, up to MAX_TICKET_ID_CHARACTERS characters. */
  ticketId: string
  verdict: Verdict | 'UNDO'
  seats: readonly string[]
  /** A reason's code, or staff's words for an undo. */
  reason: string | null
  gate: string
  device: string
  /** The device's uncorrected clock, milliseconds. */
  scannedAt: number
  undoes: string | null
  /** Which code was shown; missing of typed codes and look-ups. */
  pass?: { number: number; issue: number }
  /** The account that made it, if it is not the sender. */
  scannedBy?: string | null
}

export const MAX_TICKET_ID_CHARACTERS = 512
export const MAX_REASON_CHARACTERS = 500
export const MAX_GATE_NAME_CHARACTERS = 80
