import type { Verdict } from './admission.ts'
import type { GateEvent, RosterTicket } from './lists/roster-ticket.ts'
import type { ScanProblemKind } from './scans/scan-answers.ts'
import type { Scan } from './scan.ts'

/**
 * A key that proves an event's tickets: a CryptoKey that cannot be read out, or its 32 bytes, in lists of an older version
 * and where the browser keeps no CryptoKey.
 */
export type GateKeyRow = { number: number; key: CryptoKey } | { number: number; bytes: Uint8Array<ArrayBuffer> }

/** One event's list on this device: its key, and how far the roster has come. */
export interface GateListRow {
  eventId: string
  /** Whose list it is; it goes when they sign out. */
  ownerId: string
  event: GateEvent
  city: string
  venue: string
  /** Milliseconds on the server's clock: afterwards list and key leave the device. */
  closesAt: number
  /** Names of the ticket categories by id. */
  categories: Record<string, string>
  keys: GateKeyRow[]
  withdrawn: number[]
  /** When the list was last brought up to date, milliseconds on the server's clock; null before it is complete. */
  listAt: number | null
  /** Where the next delta begins; null before the list is complete. */
  since: string | null
  /** A full download under way or interrupted; it goes on where it stopped. */
  download: {
    after: string | null
    since: string | null
    /** When it began, milliseconds on the server's clock. */
    at: number | null
    loaded: number
    total: number | null
  } | null
  /** Number (scans/sequence) under which its newest page was asked for; absent in lists of an older version. */
  asked?: number
  /** Its rows have the hashes of signatures; absent in lists of an older version. */
  signed?: true
  /** Rows on the device. */
  tickets: number
  /** About what they take, in bytes. */
  bytes: number
  /** Seats of valid tickets. */
  expected: number
  /** Different seats let in, as the server knows. */
  admitted: number
}

export type GateTicketRow = RosterTicket & {
  /** What the search finds it by, in lower case: words of the name, seats, codes. */
  terms: string[]
  /** Number (scans/sequence) under which this row was asked for; absent in rows of an older version. */
  asked?: number
}

type GateScanState =
  | 'waiting'
  /** The server has it. */
  | 'sent'
  /** A list that was asked for after the server's answer has come: it is counted by the list alone. */
  | 'settled'
  /** The server turned it back for good; `refused` says why. It never holds up the others. */
  | 'refused'

/** A scan as the device committed it, with what is needed to show and to send it. */
export type GateScanRow = Scan & {
  /** Whose session made it, or sent it for them. */
  ownerId: string
  /** Who made it, where somebody else has sent it for them. */
  madeBy?: string
  state: GateScanState
  /** Its owner's id while it waits, else empty: what has to be sent is found and counted by it. */
  queue: string
  /** Server time minus device time when it was made, milliseconds; null when the device had not asked yet. */
  offset: number | null
  /** False: that is what an earlier start of the app knew, or the clock was set since. */
  offsetSure?: boolean
  /** A time before the scan on the server's clock, milliseconds: when its list was made. */
  after?: number | null
  /** What the scanner said, for the list of the last scans. */
  shown: { verdict: Verdict | 'UNDO'; name: string | null; seats: string[] }
  refused: { code: string; field: string | null } | null
  /** When it was sent, milliseconds on the device's clock; for looking at, nothing is decided by it. */
  sentAt: number | null
  /**
   * Number (scans/sequence) that was next when the server's answer had come; null when the server knows no such ticket, so
   * that no list will ever speak for it. Absent before, and in rows of an older version.
   */
  heard?: number | null
  /** The server did not take the scan back that this undo names. Absent in all others. */
  undoRefused?: boolean
}

/** Something about earlier scans that somebody must look at, as the server told it. */
export interface GateNewsRow {
  key: string
  eventId: string
  kind: 'conflict' | ScanProblemKind
  /** The seat, or the seats of the ticket. */
  seats: string[]
  ticketId: string
  /** The scan that came first, or the only one. */
  first: { scanId: string; gate: string; at: number; device: string }
  /** The one that let the same seat in again. */
  later: { scanId: string; gate: string; at: number; device: string } | null
  /** When this device heard of it, milliseconds. */
  heardAt: number
  seen: boolean
}
