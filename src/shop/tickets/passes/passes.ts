import { from, instant, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { iso } from '#platform/text/instant.ts'
import { encodePassCode, type PassCode } from './pass-code.ts'

const parsePassRow = row({
  /** Within the ticket, from 1. */
  number,
  seat: text,
  /** Its newest code's; gates refuse earlier ones. */
  issue: number,
  keyNumber: number,
  /** 128 hex digits. */
  signature: text,
})
/** One person's part of a ticket, with its own code. */
export interface Pass extends Of<typeof parsePassRow> {
  /** Of a pass that is bound to a device: its key, 66 hex digits. */
  deviceKey?: string
  /** ISO instant: a code of an earlier holder was let in then. */
  oldCodeAt?: string
}

export interface PassWire extends Record<keyof Parameters<typeof parsePassRow>[0], unknown> {
  device_key?: string | null
  old_code_at?: string | null
}

const parseHandedRow = row({
  /** Of the link. */
  id: text,
  number,
  seat: text,
  /** For whom the giver said it is. */
  name: orNull(text),
  /** Who has it: 'Farah N.'; null without a name, and while the link is open. */
  toName: orNull(text),
  /** ISO instant; null while the link is open, and the pass still the giver's. */
  acceptedAt: from('ended_at', orNull(instant)),
})
/** A pass that its holder gave away, or a link that is still open. */
export type HandedPass = Of<typeof parseHandedRow>

export type HandedWire = Parameters<typeof parseHandedRow>[0] & { outcome: string | null; from_id?: string }

const parseHanded = (rows: readonly HandedWire[] | null | undefined): HandedPass[] =>
  (rows ?? []).filter(({ outcome }) => outcome === null || outcome === 'accepted').map(parseHandedRow)

/** Reads passes in the order of their numbers. */
export const parsePasses = (rows: readonly PassWire[] | null): Pass[] =>
  (rows ?? [])
    .map((pass) => ({
      ...parsePassRow(pass),
      ...(pass.device_key && { deviceKey: pass.device_key }),
      ...(pass.old_code_at && { oldCodeAt: iso(pass.old_code_at) }),
    }))
    .sort((a, b) => a.number - b.number)

/** Returns what to spread into a ticket. `rows`: null for someone who gave all its passes away. */
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

/** Returns the codes that a ticket shows: one a pass. */
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

/** What people may do with the passes of an event. */
export interface PassRules {
  handOver: boolean
  /** ISO instant; null: as long as the event goes on. */
  handOverUntil: string | null
  /** Codes are bound to the holder's device and change with the time. */
  screenOnly: boolean
  /** To the waiting list, at the price paid. */
  giveBack: boolean
  /** ISO instant; null: until the event begins. */
  giveBackUntil: string | null
  /** For how long seats are offered to a person of the waiting list. */
  offerMinutes: number
}

export const OFFER_MINUTES = { least: 10, most: 1440 } as const

/** Those of an event for which none were set. A test compares them with the database. */
export const FIRST_PASS_RULES: Omit<PassRules, 'screenOnly'> = {
  handOver: true,
  handOverUntil: null,
  giveBack: true,
  giveBackUntil: null,
  offerMinutes: 60,
}
