import { list, numberOf } from '#platform/text/wire-values.ts'
import { encodeTicketCode } from '../ticket-code.ts'
import { encodePassCode } from './pass-code.ts'

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
}

export interface PassWire {
  number: number
  seat: string
  issue: number
  key_number: number
  signature: string
}

/** In the order of their numbers. Undefined for none: tickets that an earlier version issued have one code for all. */
function parsePasses(rows: readonly PassWire[] | null | undefined): Pass[] | undefined {
  const passes = list(rows ?? []).map((row) => ({
    number: numberOf(row.number),
    seat: row.seat,
    issue: numberOf(row.issue),
    keyNumber: numberOf(row.key_number),
    signature: row.signature,
  }))
  return passes.length > 0 ? passes.sort((a, b) => a.number - b.number) : undefined
}

/** For spreading into a ticket. */
export function passesIn(rows: readonly PassWire[] | null | undefined): { passes?: Pass[] } {
  const passes = parsePasses(rows)
  return passes ? { passes } : {}
}

interface CodedTicket {
  id: string
  userId: string
  eventId: string
  seats: string[]
  keyNumber: number
  signature: string
  passes?: readonly Pass[]
  isTest?: boolean
}

export interface ShownCode {
  /** Whom it lets in. */
  seats: readonly string[]
  /** The text of the QR; null for a code that cannot be written: the typed one still works. */
  text: string | null
}

/** The codes that a ticket shows: one a pass, or of an earlier version one for all. */
export function codesOf(ticket: CodedTicket): ShownCode[] {
  const { id: ticketId, userId, eventId, seats, keyNumber, signature, passes, isTest: test = false } = ticket
  if (!passes)
    return [{ seats, text: textOf(() => encodeTicketCode({ keyNumber, ticketId, userId, eventId, seats, signature })) }]
  return passes.map((pass) => ({
    seats: [pass.seat],
    text: textOf(() => encodePassCode({ ...pass, ticketId, userId, eventId, test, device: null })),
  }))
}

function textOf(encode: () => string): string | null {
  try {
    return encode()
  } catch {
    return null
  }
}
