import { iso, isoOrNull, list, numberOf } from '#platform/text/wire-values.ts'
import { encodePassCode, type PassCode } from './pass-code.ts'

/** One person's part of a ticket, with its own code. */
export interface Pass {
  /** Within the ticket, from 1. */
  number: number
  seat: string
  /** Its newest code's; gates refuse earlier ones. */
  issue: number
  keyNumber: number
  /** 128 hex digits. */
  signature: string
  /** Of a pass that is bound to a device: its key, 66 hex digits. */
  deviceKey?: string
  /** ISO instant: a code of an earlier holder was let in then. */
  oldCodeAt?: string
}

export interface PassWire {
  number: number
  seat: string
  issue: number
  key_number: number
  signature: string
  device_key?: string | null
  old_code_at?: string | null
}

/** A pass that its holder gave away, or a link that is still open. */
export interface HandedPass {
  /** Of the link. */
  id: string
  number: number
  seat: string
  /** For whom the giver said it is. */
  name: string | null
  /** Who has it: 'Farah N.'; null without a name, and while the link is open. */
  toName: string | null
  /** ISO instant; null while the link is open, and the pass still the giver's. */
  acceptedAt: string | null
}

export interface HandedWire {
  id: string
  number: number
  seat: string
  name: string | null
  outcome: string | null
  ended_at: string | null
  to_name: string | null
  from_id?: string
}

const parseHanded = (rows: readonly HandedWire[] | null | undefined): HandedPass[] =>
  list(rows ?? [])
    .filter((row) => row.outcome === null || row.outcome === 'accepted')
    .map((row) => ({
      id: row.id,
      number: numberOf(row.number),
      seat: row.seat,
      name: row.name,
      toName: row.to_name,
      acceptedAt: isoOrNull(row.ended_at),
    }))

/** In the order of their numbers. */
export const parsePasses = (rows: readonly PassWire[] | null): Pass[] =>
  list(rows ?? [])
    .map((row) => ({
      number: numberOf(row.number),
      seat: row.seat,
      issue: numberOf(row.issue),
      keyNumber: numberOf(row.key_number),
      signature: row.signature,
      ...(row.device_key && { deviceKey: row.device_key }),
      ...(row.old_code_at && { oldCodeAt: iso(row.old_code_at) }),
    }))
    .sort((a, b) => a.number - b.number)

/** For spreading into a ticket. `rows`: null for someone who gave all its passes away. */
export function passesIn(
  rows: readonly PassWire[] | null,
  given?: readonly HandedWire[] | null,
): { passes: Pass[]; handed?: HandedPass[] } {
  const handed = parseHanded(given)
  return { passes: parsePasses(rows), ...(handed.length > 0 && { handed }) }
}

interface CodedTicket {
  id: string
  userId: string
  eventId: string
  passes: readonly Pass[]
  isTest?: boolean
}

export interface ShownCode {
  /** Of the pass. */
  number: number
  seat: string
  /** The text of the QR; null for one that cannot be written (the typed one still works), and of a bound pass. */
  text: string | null
  /** What a bound pass signs with the time; its device's key. */
  bound?: { pass: Omit<PassCode, 'device'>; deviceKey: string }
  /** ISO instant: a code of an earlier holder was let in then. */
  oldCodeAt?: string
}

/** The codes that a ticket shows: one a pass. */
export function codesOf(ticket: CodedTicket): ShownCode[] {
  const { id: ticketId, userId, eventId, passes, isTest: test = false } = ticket
  return passes.map(({ deviceKey, oldCodeAt, ...pass }) => {
    const code = { ...pass, ticketId, userId, eventId, test }
    const shown = { number: pass.number, seat: pass.seat, ...(oldCodeAt && { oldCodeAt }) }
    return deviceKey === undefined
      ? { ...shown, text: textOf(() => encodePassCode({ ...code, device: null })) }
      : { ...shown, text: null, bound: { pass: code, deviceKey } }
  })
}

function textOf(encode: () => string): string | null {
  try {
    return encode()
  } catch {
    return null
  }
}
