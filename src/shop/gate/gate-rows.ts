import type { Verdict } from './decision.ts'
import type { GateEvent, RosterTicket } from './lists/roster-ticket.ts'
import type { ScanProblemKind } from './scans/scan-answers.ts'
import type { Scan } from './scan.ts'

/** An event's public key, 64 hexadecimal digits. */
interface GateKeyRow {
  number: number
  publicKey: string
}

export interface GateListRow {
  eventId: string
  /** The list is deleted when this person signs out. */
  ownerId: string
  event: GateEvent
  city: string
  venue: string
  /** Milliseconds on the server's clock; list and keys are deleted then. */
  closesAt: number
  categories: Record<string, string>
  keys: GateKeyRow[]
  withdrawn: number[]
  /** When the list was last updated, milliseconds on the server's clock; null before it is complete. */
  listAt: number | null
  /** Where the next delta begins; null before the list is complete. */
  since: string | null
  /** A full download under way or interrupted; `at`: its start on the server's clock, milliseconds. */
  download: {
    after: string | null
    since: string | null
    at: number | null
    loaded: number
    total: number | null
  } | null
  /** Number (scans/sequence) of the request for its newest page; 0 before the first. */
  asked: number
  tickets: number
  bytes: number
  expected: number
  /** Distinct seats let in, according to the server. */
  admitted: number
}

export type GateTicketRow = RosterTicket & {
  terms: string[]
  /** Number (scans/sequence) of the request for this row. */
  asked: number
}

type GateScanState =
  | 'waiting'
  | 'sent'
  /** A list requested after the server's answer has arrived; only the list counts the scan now. */
  | 'settled'
  | 'refused'

export type GateScanRow = Scan & {
  ownerId: string
  /** The account that made the scan, if another account sends it. */
  madeBy?: string
  state: GateScanState
  /** The owner's id while it waits, else empty: the index of unsent scans. */
  queue: string
  /** Server time minus device time when it was made, milliseconds; null when unknown. */
  offset: number | null
  /** False when the offset came from an earlier start, or the clock was set since. */
  offsetSure: boolean
  /** Server time of its list, milliseconds: the scan cannot be older. */
  after: number | null
  shown: { verdict: Verdict | 'UNDO'; name: string | null; seats: string[] }
  refused: { code: string; field: string | null } | null
  /** Milliseconds on the device's clock, for display. */
  sentAt: number | null
  /** The next number (scans/sequence) at the server's answer, missing before; null for an unknown ticket, which no list will have. */
  heard?: number | null
  undoRefused?: boolean
}

interface GateProblemSide {
  scanId: string
  gate: string
  at: number
  device: string
  /** Whose code it was; null when unknown. */
  person: string | null
}

export interface GateProblemRow {
  key: string
  eventId: string
  kind: 'conflict' | ScanProblemKind
  seats: string[]
  ticketId: string
  first: GateProblemSide
  later: GateProblemSide | null
  /** Milliseconds on the device's clock. */
  heardAt: number
  seen: boolean
}
