import type { GateEvent, RosterTicket } from './admission.ts'
import type { Result } from '#platform/failure/failure.ts'
import { GATE_NAME_MAX, REASON_MAX, TICKET_ID_MAX, type Scan } from './scan.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { backend, orNull } from '#platform/supabase/client.ts'
import type { Json } from '#platform/supabase/database.types.ts'

/** Most scans in one call; the database refuses more. */
export const SCANS_PER_CALL = 1_000

/** An event that the caller may work at: admins at every one, gate staff at those they are assigned to. */
export interface GateAssignment extends GateEvent {
  city: string
  venue: string
  /** Milliseconds: between these the key is handed out (48 h before to 24 h after the start). */
  opensAt: number
  closesAt: number
  /** Tickets ever issued: how large the roster is about. */
  tickets: number
}

export interface GateKeys {
  eventId: string
  /** The 32 bytes by key number; those not withdrawn. */
  keys: ReadonlyMap<number, Uint8Array<ArrayBuffer>>
  /** Numbers of those taken back. */
  withdrawn: number[]
  /** Milliseconds. */
  opensAt: number
  closesAt: number
}

export interface RosterPage {
  /** Server time of this page, milliseconds. */
  at: number
  event: GateEvent
  /** Names of the event's ticket categories by id. */
  categories: Record<string, string>
  /** At most 1,000. */
  tickets: RosterTicket[]
  /** Ids of order lines that are to be forgotten: they have become tickets. */
  gone: string[]
  /** Rows in the whole roster, for the progress of a full download; null in a delta. */
  total: number | null
  /** Pass as `after` for the next page; null on the last. */
  next: string | null
  /** Pass as `since` for the next delta, taken from the FIRST page of this download (it already overlaps two minutes). */
  nextSince: string
}

export interface OtherScan {
  scanId: string
  gate: string
  device: string
  /** 'Sunita D.' */
  staffName: string | null
  /** Corrected time, milliseconds. */
  at: number
}

/** The same seat admitted by two scans, neither undone. `first` came first: the earlier corrected time, then the smaller id. */
export interface ScanConflict {
  eventId: string
  seat: string
  first: OtherScan & { ticketId: string }
  later: OtherScan & { ticketId: string }
}

/**
 * An admission that the server cannot confirm: no such ticket at this event, one taken back before the scan, or a scan from
 * outside the key's window, which lets nobody in. `undo_refused`: an undo of another's or of an older scan, which takes
 * nothing back.
 */
export type ScanProblemKind = 'unknown_ticket' | 'revoked_ticket' | 'too_early' | 'too_late' | 'undo_refused'

/** What became of one scan of a batch. */
export type ScanAnswer =
  | {
      /** Position in the batch. */
      index: number
      id: string
      ok: true
      /** Corrected time, milliseconds. */
      correctedAt: number
      problem: ScanProblemKind | null
    }
  /** Never to be sent again unchanged. `forbidden`: not staff of that event; `id_used`: the id belongs to another scan. */
  | { index: number; id: string | null; ok: false; code: 'invalid' | 'forbidden' | 'id_used'; field: string | null }

export interface RecordedScans {
  /** Server time, milliseconds. */
  at: number
  /** One for each scan, in order. */
  answers: ScanAnswer[]
  /** Those that touch a scan of this batch. */
  conflicts: ScanConflict[]
}

// oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
type Raw = any

export const instant = (value: string): number => {
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw new RangeError(`not a time: ${value}`)
  return at
}
export const list = (value: unknown): Raw[] => {
  if (!Array.isArray(value)) throw new TypeError('not a list')
  return value
}

const parseEvent = (value: Raw): GateEvent => ({
  id: value.event_id ?? value.id,
  name: value.name,
  date: new Date(value.date).toISOString(),
  status: value.status === 'cancelled' ? 'cancelled' : 'scheduled',
})

export const parseOther = (value: Raw): OtherScan & { ticketId: string } => ({
  scanId: value.scan_id,
  ticketId: value.ticket_id,
  gate: value.gate,
  device: value.device,
  staffName: value.staff_name ?? null,
  at: instant(value.at),
})

export const parseConflict = (value: Raw): ScanConflict => ({
  eventId: value.event_id,
  seat: value.seat,
  first: parseOther(value.first),
  later: parseOther(value.later),
})

/** Events the caller may work at, by date, until 24 hours after their start. Refusals: forbidden (no staff). */
export async function gateEvents(): Promise<Result<GateAssignment[]>> {
  const answer: Result<Raw> = await callRead(async () => (await backend()).rpc('gate_events'))
  return parsed(answer, (value) =>
    list(value).map((event) => ({
      ...parseEvent(event),
      city: event.city,
      venue: event.venue,
      opensAt: instant(event.opens_at),
      closesAt: instant(event.closes_at),
      tickets: Number(event.tickets),
    })),
  )
}

/**
 * The keys that prove the event's tickets. Each call is in the audit log.
 * Refusals: forbidden, gate_closed (detail: opens_at, closes_at), not_found.
 */
export async function gateKeys(eventId: string): Promise<Result<GateKeys>> {
  const answer: Result<Raw> = await call(async () => (await backend()).rpc('gate_key', { p_event_id: eventId }))
  return parsed(answer, (value) => ({
    eventId: value.event_id,
    keys: new Map(list(value.keys).map((one) => [Number(one.number), bytesOf(one.key)])),
    withdrawn: list(value.withdrawn).map(Number),
    opensAt: instant(value.opens_at),
    closesAt: instant(value.closes_at),
  }))
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new RangeError('not a key')
  return Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}

/**
 * One page of the roster. `after` is `next` of the page before, null for the first; `since` is `nextSince` of the first
 * page of the download before, null for everything. Refusals: forbidden, not_found.
 */
export async function rosterPage(
  eventId: string,
  after: string | null,
  since: string | null,
): Promise<Result<RosterPage>> {
  const answer: Result<Raw> = await callRead(async () =>
    (await backend()).rpc('gate_roster', { p_event_id: eventId, p_after: orNull(after), p_since: orNull(since) }),
  )
  return parsed(answer, (value) => ({
    at: instant(value.at),
    event: parseEvent(value.event),
    categories: value.categories,
    tickets: list(value.rows).map((row) => parseTicket(row, eventId)),
    gone: list(value.gone),
    total: value.total === null ? null : Number(value.total),
    next: value.next,
    nextSince: value.next_since,
  }))
}

const parseTicket = (row: Raw, eventId: string): RosterTicket => ({
  id: row.id,
  eventId,
  code: row.code ?? null,
  orderCode: row.order,
  signatureHash: row.sig ?? null,
  name: row.name ?? null,
  ticketCategoryId: row.category,
  seats: list(row.seats),
  state: row.state,
  reason: row.reason ?? null,
  admissions: list(row.in ?? []).map((one) => ({
    scanId: one.scan,
    seats: list(one.seats),
    gate: one.gate,
    at: instant(one.at),
  })),
})

/**
 * Sends at most SCANS_PER_CALL scans; what was sent before is answered again and kept once. Each is answered by itself.
 * @param deviceNow the device's clock as it would stamp a scan now, milliseconds: tells the server how wrong it is
 */
export async function recordScans(
  scans: readonly Scan[],
  deviceNow: number = Date.now(),
): Promise<Result<RecordedScans>> {
  const rows = scans.map((scan) => sqlScan(scan, deviceNow))
  const answer: Result<Raw> = await call(async () =>
    (await backend()).rpc('record_scans', { p_scans: rows as unknown as Json }),
  )
  return parsed(answer, (value) => ({
    at: instant(value.at),
    answers: list(value.answers).map(parseAnswer),
    conflicts: list(value.conflicts).map(parseConflict),
  }))
}

/** What no text of the database can hold would make the whole batch unreadable for hosted backends. */
const storable = (text: string, most: number): string =>
  text.replaceAll('\u0000', '\ufffd').slice(0, most).toWellFormed()

export const isoOf = (at: number): string | null =>
  Number.isNaN(new Date(at).getTime()) ? null : new Date(at).toISOString()

const sqlScan = (scan: Scan, deviceNow: number) => ({
  id: scan.id,
  event_id: scan.eventId,
  ticket_id: storable(scan.ticketId, TICKET_ID_MAX),
  verdict: scan.verdict,
  seats: scan.seats,
  reason: scan.reason === null ? null : storable(scan.reason, REASON_MAX),
  gate: storable(scan.gate, GATE_NAME_MAX),
  device: scan.device,
  scanned_at: isoOf(scan.scannedAt),
  sent_at: isoOf(deviceNow),
  undoes: scan.undoes,
  ...(scan.scannedBy ? { scanned_by: scan.scannedBy } : {}),
})

function parseAnswer(value: Raw): ScanAnswer {
  const { index, id } = value
  if (value.ok === true)
    return { index, id, ok: true, correctedAt: instant(value.corrected_at), problem: value.problem ?? null }
  return { index, id: id ?? null, ok: false, code: value.code, field: value.field ?? null }
}
