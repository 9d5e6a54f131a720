import type { CodeReading, Reading } from '../admission.ts'
import type { GateEvent } from '../lists/roster-ticket.ts'
import { eventName } from '#shop/catalogue/catalogue.ts'
import { MAX_TICKET_ID_CHARACTERS } from '../scan.ts'
import { decodePassCode, isDeviceRight, isPassCode, type PassCode, timeOfStep } from '#shop/tickets/passes/pass-code.ts'
import { isIssued } from '#shop/tickets/passes/verify-pass.ts'
import { checkTypedCode } from '#shop/tickets/ticket-code.ts'
import { readEvent } from '#shop/catalogue/catalogue.store.ts'
import { readGateLists } from '../lists/lists.store.ts'
import type { GateListRow, GateTicketRow } from '../gate-rows.ts'
import { openStore } from '#shop/device/store.ts'

/** `part`: of a scanner, and perhaps not all of what it read. */
export type Presented =
  { kind: 'text'; text: string; typed: boolean; part?: boolean } | { kind: 'row'; ticketId: string; eventId: string }

export interface Found {
  key: string
  reading: Reading
  /** The ticket's id, or the text that was read. */
  ticketId: string
  ticket: GateTicketRow | null
  list: GateListRow | null
  otherEvent: GateEvent | null
}

/** A typed code has no `ticketId`: no list has codes. `found`: the tickets that the server named; null before it was asked. */
export type Asking =
  | { kind: 'row'; ticketId: string; eventId: string }
  | { kind: 'code'; ticketId: string; text: string; code: PassCode }
  | { kind: 'garbage'; ticketId: string; text: string }
  | { kind: 'part'; ticketId: string; text: string }
  | { kind: 'typed'; ticketId: null; text: string; found: readonly string[] | null }

export function whatIs(presented: Presented): Asking {
  if (presented.kind === 'row') return presented
  const text = presented.text.trim()
  // Base 45 has capitals only; a scanner on a computer with Caps Lock types small letters.
  const code = decodePassCode(text.toUpperCase())
  if (code) return { kind: 'code', ticketId: code.ticketId, text, code }
  if (presented.typed && !isPassCode(text)) return { kind: 'typed', ticketId: null, text, found: null }
  const kind = presented.part ? 'part' : 'garbage'
  return { kind, ticketId: text.slice(0, MAX_TICKET_ID_CHARACTERS), text }
}

export const ticketOf = async (id: string): Promise<GateTicketRow | null> =>
  (await (await openStore()).table('gateTickets').get(id)) ?? null

/**
 * Finds the row of a ticket and its pass. `ticket`: the row of `asking.ticketId`. `isFull`: whether all of a ticket are
 * in, as far as this device knows.
 */
export async function find(
  asking: Asking,
  ticket: GateTicketRow | null,
  lists: readonly GateListRow[],
  isFull: (ticket: GateTicketRow) => Promise<boolean>,
): Promise<Found> {
  const listOf = (eventId: string | undefined) => lists.find((one) => one.eventId === eventId) ?? null
  if (asking.kind === 'garbage' || asking.kind === 'part') {
    const { kind, text: key, ticketId } = asking
    return { key, reading: { kind }, ticketId, ticket: null, list: null, otherEvent: null }
  }
  if (asking.kind === 'row') {
    const { ticketId } = asking
    const list = listOf(asking.eventId)
    return { key: ticketId, reading: { kind: 'lookup' }, ticketId, ticket, list, otherEvent: null }
  }
  if (asking.kind === 'code') {
    const { ticketId, code } = asking
    const list = listOf(code.eventId)
    const otherEvent = list ? null : await otherEventOf(code.eventId)
    // A code refers only to a ticket of its own event.
    const own = ticket && ticket.eventId === code.eventId ? ticket : null
    const reading = await readPass(code, list)
    // A changing code is the same one in each of its forms.
    const key = `${ticketId}.${code.number}.${code.issue}`
    return { key, reading, ticketId, ticket: own, list, otherEvent }
  }
  const typed = storedCode(asking.text)
  const rows = await (await openStore()).table('gateTickets').getMany(asking.found ?? [])
  const row = (await nextOf(rows, listOf, isFull)) ?? rows[0] ?? null
  const list = listOf(row?.eventId)
  const otherEvent = row && !list ? await otherEventOf(row.eventId) : null
  const key = row?.id ?? typed
  return { key, reading: { kind: 'lookup', typed: true }, ticketId: key, ticket: row, list, otherEvent }
}

/** As the database has it, if it can be a code. */
export const storedCode = (typed: string): string =>
  checkTypedCode(typed) ?? typed.toUpperCase().replaceAll(/[\s-]/g, '')

/** Returns which ticket of an order is meant: the first with someone to let in, else the first valid one, else any. */
async function nextOf(
  rows: readonly GateTicketRow[],
  listOf: (eventId: string) => GateListRow | null,
  isFull: (ticket: GateTicketRow) => Promise<boolean>,
): Promise<GateTicketRow | null> {
  const here = rows.filter((one) => listOf(one.eventId))
  const valid = here.filter(
    (one) => one.state === 'valid' && !one.test && listOf(one.eventId)?.event.status !== 'cancelled',
  )
  if (valid.length > 1) for (const one of valid) if (!(await isFull(one))) return one
  return valid[0] ?? here[0] ?? null
}

async function readPass(code: PassCode, list: GateListRow | null): Promise<CodeReading> {
  const { eventId, seat, test, number, issue, device } = code
  const proof = list ? await proofOfPass(code, list) : 'unknown_key'
  return {
    kind: 'code',
    eventId,
    seat,
    test,
    proof,
    pass: { number, issue },
    ...(device && { madeAt: timeOfStep(device.step) }),
  }
}

async function proofOfPass(code: PassCode, list: GateListRow): Promise<CodeReading['proof']> {
  if (list.withdrawn.includes(code.keyNumber)) return 'withdrawn'
  const publicKey = list.keys.find((one) => one.number === code.keyNumber)?.publicKey
  if (!publicKey) return 'unknown_key'
  const isRight = (await isIssued(code, publicKey)) && (code.device === null || (await isDeviceRight(code)))
  return isRight ? 'right' : 'wrong'
}

async function otherEventOf(eventId: string): Promise<GateEvent | null> {
  const list = (await readGateLists()).find((one) => one.eventId === eventId)
  if (list) return list.event
  const event = await readEvent(eventId)
  return event ? { id: event.id, name: eventName(event), date: event.date, status: event.status } : null
}
