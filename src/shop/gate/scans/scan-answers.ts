import { list, ms } from '#platform/text/wire-values.ts'
import { MAX_GATE_NAME_CHARACTERS, MAX_REASON_CHARACTERS, MAX_TICKET_ID_CHARACTERS, type Scan } from '../scan.ts'

export interface OtherScan {
  scanId: string
  gate: string
  device: string
  staffName: string | null
  /** Whose code it was: 'Farah N.'; null when unknown. */
  person: string | null
  /** Corrected time, milliseconds. */
  at: number
}

/** One seat admitted by two scans. `first`: the earlier corrected time, then the smaller id. */
export interface ScanConflict {
  eventId: string
  seat: string
  first: OtherScan & { ticketId: string }
  later: OtherScan & { ticketId: string }
}

/** `void_code`: of a pass that was handed over before. `too_early`, `too_late`: outside the key's window. `undo_refused`: of another person's or an older scan. */
export type ScanProblemKind =
  'unknown_ticket' | 'revoked_ticket' | 'void_code' | 'too_early' | 'too_late' | 'undo_refused'

export type ScanAnswer =
  | {
      index: number
      id: string
      ok: true
      /** Corrected time, milliseconds. */
      correctedAt: number
      problem: ScanProblemKind | null
    }
  /** Never resend unchanged. `forbidden`: not staff of the event; `id_used`: the id belongs to another scan. */
  | { index: number; id: string | null; ok: false; code: 'invalid' | 'forbidden' | 'id_used'; field: string | null }

export interface RecordedScans {
  /** Server time, milliseconds. */
  at: number
  answers: ScanAnswer[]
  conflicts: ScanConflict[]
}

export interface OtherWire {
  scan_id: string
  ticket_id: string
  gate: string
  device: string
  staff_name: string | null
  person: string | null
  at: string
}
export interface ConflictWire {
  event_id: string
  seat: string
  first: OtherWire
  later: OtherWire
}
type AnswerWire =
  | { index: number; id: string; ok: true; corrected_at: string; problem: ScanProblemKind | null }
  | { index: number; id: string | null; ok: false; code: 'invalid' | 'forbidden' | 'id_used'; field: string | null }
interface RecordedWire {
  at: string
  answers: AnswerWire[]
  conflicts: ConflictWire[]
}

export const parseOther = (value: OtherWire): OtherScan & { ticketId: string } => ({
  scanId: value.scan_id,
  ticketId: value.ticket_id,
  gate: value.gate,
  device: value.device,
  staffName: value.staff_name ?? null,
  person: value.person ?? null,
  at: ms(value.at),
})

export const parseConflict = (value: ConflictWire): ScanConflict => ({
  eventId: value.event_id,
  seat: value.seat,
  first: parseOther(value.first),
  later: parseOther(value.later),
})

export const parseRecorded = (value: RecordedWire): RecordedScans => ({
  at: ms(value.at),
  answers: list(value.answers).map(parseAnswer),
  conflicts: list(value.conflicts).map(parseConflict),
})

/** Removes what PostgreSQL text cannot hold: it would make the whole batch unreadable. */
const storable = (text: string, most: number): string =>
  text.replaceAll('\u0000', '\ufffd').slice(0, most).toWellFormed()

export const isoOf = (at: number): string | null =>
  Number.isNaN(new Date(at).getTime()) ? null : new Date(at).toISOString()

export const sqlScan = (scan: Scan, deviceNow: number) => ({
  id: scan.id,
  event_id: scan.eventId,
  ticket_id: storable(scan.ticketId, MAX_TICKET_ID_CHARACTERS),
  verdict: scan.verdict,
  seats: scan.seats,
  reason: scan.reason === null ? null : storable(scan.reason, MAX_REASON_CHARACTERS),
  gate: storable(scan.gate, MAX_GATE_NAME_CHARACTERS),
  device: scan.device,
  scanned_at: isoOf(scan.scannedAt),
  sent_at: isoOf(deviceNow),
  undoes: scan.undoes,
  ...(scan.pass ? { pass: scan.pass.number, issue: scan.pass.issue } : {}),
  ...(scan.scannedBy ? { scanned_by: scan.scannedBy } : {}),
})

function parseAnswer(value: AnswerWire): ScanAnswer {
  const { index } = value
  if (value.ok)
    return { index, id: value.id, ok: true, correctedAt: ms(value.corrected_at), problem: value.problem ?? null }
  return { index, id: value.id ?? null, ok: false, code: value.code, field: value.field ?? null }
}
