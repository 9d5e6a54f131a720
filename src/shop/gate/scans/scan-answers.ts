import { ms } from '#platform/text/instant.ts'
import { list, moment, row, orNull, text, type Of } from '#platform/text/wire.ts'
import { MAX_GATE_NAME_CHARACTERS, MAX_REASON_CHARACTERS, MAX_TICKET_ID_CHARACTERS, type Scan } from '../scan.ts'

export const other = {
  scanId: text,
  ticketId: text,
  gate: text,
  device: text,
  staffName: orNull(text),
  /** Whose code it was: 'Farah N.'; null when unknown. */
  person: orNull(text),
  /** Corrected time, milliseconds. */
  at: moment,
}
const parseOther = row(other)
export type OtherScan = Omit<Of<typeof parseOther>, 'ticketId'>

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

type AnswerWire =
  | { index: number; id: string; ok: true; corrected_at: string; problem: ScanProblemKind | null }
  | { index: number; id: string | null; ok: false; code: 'invalid' | 'forbidden' | 'id_used'; field: string | null }

export const parseConflict = row({
  eventId: text,
  seat: text,
  first: parseOther,
  later: parseOther,
})
/** One seat admitted by two scans. `first`: the earlier corrected time, then the smaller id. */
export type ScanConflict = Of<typeof parseConflict>

export const parseRecorded = row({
  /** Server time, milliseconds. */
  at: moment,
  answers: list(parseAnswer),
  conflicts: list(parseConflict),
})
export type RecordedScans = Of<typeof parseRecorded>

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
