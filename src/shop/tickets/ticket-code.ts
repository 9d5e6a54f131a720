import { decodeBase45, encodeBase45 } from '#platform/text/base45.ts'
import { bytesOfUuid, concat, fromHex, toHex, uuidOfBytes } from '#platform/text/bytes.ts'
import { formatSeatList, MAX_SEAT_LIST_BYTES, parseSeatList } from '#shop/seats/seat-list.ts'

/**
 * Bytes: 0x01 · key number (1) · ticket, user, event uuid (16 each) · seats (≤ 110) · MAC (16, half of HMAC-SHA-256).
 * Printed as 'MF1:' and base45 (RFC 9285). `private.ticket_signature` signs; ticket-code-vectors.json tests both.
 */
export interface TicketCode {
  /** Number of the event's key that signed it, 1 to 255. */
  keyNumber: number
  /** Lower-case uuids. */
  ticketId: string
  userId: string
  eventId: string
  seats: string[]
  /** The MAC as 32 lower-case hex digits. */
  signature: string
}

const PREFIX = 'MF1:'
const VERSION = 1
const HEAD_BYTES = 2 + 3 * 16
const MAC_BYTES = 16

/** Three characters for two bytes. A scanner can be fed megabytes, which are not decoded. */
const MAX_CODE_CHARACTERS = PREFIX.length + Math.ceil(((HEAD_BYTES + MAX_SEAT_LIST_BYTES + MAC_BYTES) * 3) / 2)

/** The longest code in QR version 6 at error correction M (ISO/IEC 18004, table 7). */
const MAX_CHARACTERS_AT_M = 154

/** Accepts seats in any order. Throws RangeError for values that no ticket has. */
export function encodeTicketCode(ticket: Readonly<TicketCode>): string {
  const signature = fromHex(ticket.signature)
  if (signature?.length !== MAC_BYTES) throw new RangeError('a signature has 32 hexadecimal digits')
  return PREFIX + encodeBase45(concat([signedBytes(ticket), signature]))
}

/** Null unless `encodeTicketCode` would write exactly this text. Does not verify the signature. */
export function decodeTicketCode(text: string): TicketCode | null {
  if (!text.startsWith(PREFIX) || text.length > MAX_CODE_CHARACTERS) return null
  const bytes = decodeBase45(text.slice(PREFIX.length))
  if (!bytes || bytes.length <= HEAD_BYTES + MAC_BYTES || bytes[0] !== VERSION || bytes[1] === 0) return null
  const seatText = bytes.subarray(HEAD_BYTES, -MAC_BYTES)
  if (seatText.some((byte) => byte > 127)) return null
  const seats = parseSeatList(String.fromCharCode(...seatText))
  if (!seats) return null
  return {
    keyNumber: bytes[1]!,
    ticketId: uuidOfBytes(bytes.subarray(2, 18)),
    userId: uuidOfBytes(bytes.subarray(18, 34)),
    eventId: uuidOfBytes(bytes.subarray(34, 50)),
    seats,
    signature: toHex(bytes.subarray(-MAC_BYTES)),
  }
}

/** Returns half of the SHA-256, 32 hex digits: a copied list reveals no codes. Same as `private.roster_rows`. */
export async function signatureHash(signature: string): Promise<string> {
  const bytes = fromHex(signature) ?? new Uint8Array()
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16))
}

/** M while the code fits version 6, else L (at most version 8). */
export function qrLevel(code: string): 'M' | 'L' {
  return code.length <= MAX_CHARACTERS_AT_M ? 'M' : 'L'
}

export function signedBytes(ticket: Readonly<Omit<TicketCode, 'signature'>>): Uint8Array<ArrayBuffer> {
  const { keyNumber } = ticket
  if (!Number.isInteger(keyNumber) || keyNumber < 1 || keyNumber > 255) throw new RangeError('key numbers are 1 to 255')
  if (ticket.seats.length === 0) throw new RangeError('a ticket has seats')
  return concat([
    Uint8Array.of(VERSION, keyNumber),
    bytesOfUuid(ticket.ticketId),
    bytesOfUuid(ticket.userId),
    bytesOfUuid(ticket.eventId),
    new TextEncoder().encode(formatSeatList(ticket.seats)),
  ])
}

/** Crockford's base 32 (https://www.crockford.com/base32.html): no I, L, O, U. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TYPED_LENGTH = 9

/** '7K2QX4MDE' → '7K2Q-X4MD-E' */
export function formatTypedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}

/** Returns the stored form; null for a wrong code. Accepts lower case, spaces, hyphens, O for 0, I and L for 1. */
export function checkTypedCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (code.length !== TYPED_LENGTH || [...code].some((character) => !CROCKFORD.includes(character))) return null
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null
}

/** Luhn mod 32: detects every wrong character and nearly every swap of two neighbours. */
export function checkCharacter(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index += 1) {
    // The last character counts double, then every second one before it.
    const weight = (body.length - index) % 2 === 1 ? 2 : 1
    const addend = CROCKFORD.indexOf(body[index]!) * weight
    sum += Math.floor(addend / 32) + (addend % 32)
  }
  return CROCKFORD[(32 - (sum % 32)) % 32]!
}
