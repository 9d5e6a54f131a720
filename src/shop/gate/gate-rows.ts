import type { Verdict } from './admission.ts'
import type { GateEvent, RosterTicket } from './lists/roster-ticket.ts'
import type { ScanProblemKind } from './scans/scan-answers.ts'
import type { Scan } from './scan.ts'

/** An event's key: a CryptoKey, or its 32 bytes in older lists and where the browser keeps no CryptoKey. */
export type GateKeyRow = { number: number; key: CryptoKey } | { number: number; bytes: Uint8Array<ArrayBuffer> }

export interface GateListRow {
  eventId: string
  /** The list's person; it is deleted when they sign out. */
  ownerId: string
  event: GateEvent
  city: string
  venue: string
  /** Milliseconds on the server's clock; then list and key are deleted. */
  closesAt: number
  /** Names of the ticket categories by id. */
  categories: Record<string, string>
  keys: GateKeyRow[]
  withdrawn: number[]
  /** When the list was last updated, milliseconds on the server's clock; null before it is complete. */
  listAt: number | null
  /** Where the next delta begins; null before the list is complete. */
  since: string | null
  /** A full download under way or interrupted. */
  download: {
    after: string | null
    since: string | null
    /** When it began, milliseconds on the server's clock. */
    at: number | null
    loaded: number
    total: number | null
  } | null
  /** Number (scans/sequence) under which its newest page was requested; absent in older lists. */
  asked?: number
  /** Its rows have signature hashes; absent in older lists. */
  signed?: true
  tickets: number
  /** About their size in bytes. */
  bytes: number
  /** Seats of valid tickets. */
  expected: number
  /** Different seats let in, as the server knows. */
  admitted: number
}

export type GateTicketRow = RosterTicket & {
  /** Lower-case words that the search finds it by: name, seats, codes. */
  terms: string[]
  /** Number (scans/sequence) under which this row was requested; absent in older rows. */
  asked?: number
}

type GateScanState =
  | 'waiting'
  | 'sent'
  /** A list requested after the server's answer has come; it alone counts the scan. */
  | 'settled'
  /** Refused by the server for good (`refused` says why); it never holds up the others. */
  | 'refused'

/** A scan as the device saved it, with what is needed to show and send it. */
export type GateScanRow = Scan & {
  ownerId: string
  /** Who made it, when somebody else sends it. */
  madeBy?: string
  state: GateScanState
  /** The owner's id while it waits, else empty: an index of what is to be sent. */
  queue: string
  /** Server time minus device time when it was made, milliseconds; null when unknown. */
  offset: number | null
  /** False when that came from an earlier start, or the clock was set since. */
  offsetSure?: boolean
  /** Milliseconds on the server's clock before the scan: when its list was made. */
  after?: number | null
  shown: { verdict: Verdict | 'UNDO'; name: string | null; seats: string[] }
  refused: { code: string; field: string | null } | null
  /** Milliseconds on the device's clock, for display. */
  sentAt: number | null
  /**
   * The next number (scans/sequence) when the server answered; null for an unknown ticket, which no list will have.
   * Absent before, and in older rows.
   */
  heard?: number | null
  /** The server did not accept this undo. Absent in all others. */
  undoRefused?: boolean
}

/** A conflict or problem of earlier scans, from the server. */
export interface GateNewsRow {
  key: string
  eventId: string
  kind: 'conflict' | ScanProblemKind
  /** The seat, or the seats of the ticket. */
  seats: string[]
  ticketId: string
  first: { scanId: string; gate: string; at: number; device: string }
  /** The later scan of the same seat. */
  later: { scanId: string; gate: string; at: number; device: string } | null
  /** When this device received it, milliseconds. */
  heardAt: number
  seen: boolean
}
