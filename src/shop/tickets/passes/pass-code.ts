import { decodeBase45, encodeBase45 } from '#platform/text/base45.ts'
import { concat, fromHex, toHex } from '#platform/text/bytes.ts'
import { bytesOfUuid, uuidOfBytes } from '#platform/text/uuid.ts'
import { positionOf } from '#shop/seats/seat-map.ts'
import { importDeviceKey } from './device-key.ts'

/**
 * The code of one seat or standing place (docs/details/pass-codes.md has the layout). The database signs
 * (`private.issue_passes`); pass-code-vectors.json tests both.
 */
export interface PassCode {
  /** Number of the event's key that signed it, 1 to 255. */
  keyNumber: number
  /** Within the ticket, 1 to 10. */
  number: number
  /** 0 to 65535; each new code of the pass has the next. */
  issue: number
  /** Lower-case uuids. */
  ticketId: string
  userId: string
  eventId: string
  /** As `positionOf` reads it. */
  seat: string
  /** Of a test order: no gate admits it. */
  test: boolean
  /** The event's, 128 lower-case hex digits. */
  signature: string
  /** Null for a fixed code, which paper can carry. */
  device: DeviceAnswer | null
}

export interface DeviceAnswer {
  /** Compressed P-256 point, 66 lower-case hex digits. */
  key: string
  /** Seconds since 1970 divided by STEP_SECONDS, rounded down. */
  step: number
  /** 128 lower-case hex digits. */
  signature: string
}

/** How long a changing code stays the same. */
export const STEP_SECONDS = 15

const PREFIX = 'MF2:'
const VERSION = 2
const BOUND = 1
const TEST = 2
const HEAD_BYTES = 6 + 3 * 16
const MAX_SEAT_BYTES = 10
const DEVICE_KEY_BYTES = 33
const SIGNATURE_BYTES = 64
const STEP_BYTES = 4
const BOUND_BYTES = DEVICE_KEY_BYTES + STEP_BYTES + SIGNATURE_BYTES
const MAX_NUMBER = 10
const MAX_ISSUE = 0xffff
const MAX_KEY_NUMBER = 255

/** Three characters for two bytes. A scanner can be fed megabytes, which are not decoded. */
const MAX_CODE_CHARACTERS =
  PREFIX.length + Math.ceil(((HEAD_BYTES + MAX_SEAT_BYTES + SIGNATURE_BYTES + BOUND_BYTES) * 3) / 2)

/** Error correction of a drawn code: at M its cells would be finer. */
export const QR_LEVEL = 'L'

export const isPassCode = (text: string): boolean => text.startsWith(PREFIX)

/** Throws RangeError for values that no pass has. */
export function encodePassCode(pass: Readonly<PassCode>): string {
  const { device } = pass
  const parts = [issuedBytes(pass), bytesOf(pass.signature, SIGNATURE_BYTES)]
  if (device) parts.push(bytesOfStep(device.step), bytesOf(device.signature, SIGNATURE_BYTES))
  return PREFIX + encodeBase45(concat(parts))
}

/** Null unless `encodePassCode` would write exactly this text. Verifies neither signature. */
export function decodePassCode(text: string): PassCode | null {
  if (!isPassCode(text) || text.length > MAX_CODE_CHARACTERS) return null
  const bytes = decodeBase45(text.slice(PREFIX.length))
  if (!bytes || bytes[0] !== VERSION) return null
  const flags = bytes[1] ?? 0
  if ((flags & ~(BOUND | TEST)) !== 0) return null
  const isBound = (flags & BOUND) !== 0
  const seatEnd = bytes.length - SIGNATURE_BYTES - (isBound ? BOUND_BYTES : 0)
  if (seatEnd <= HEAD_BYTES || seatEnd > HEAD_BYTES + MAX_SEAT_BYTES) return null
  const [keyNumber, number] = [bytes[2]!, bytes[3]!]
  if (keyNumber === 0 || number === 0 || number > MAX_NUMBER) return null
  const seat = String.fromCharCode(...bytes.subarray(HEAD_BYTES, seatEnd))
  if (!isSeat(seat)) return null
  const view = new DataView(bytes.buffer)
  const signatureAt = seatEnd + (isBound ? DEVICE_KEY_BYTES : 0)
  const stepAt = signatureAt + SIGNATURE_BYTES
  return {
    keyNumber,
    number,
    issue: view.getUint16(4),
    ticketId: uuidOfBytes(bytes.subarray(6, 22)),
    userId: uuidOfBytes(bytes.subarray(22, 38)),
    eventId: uuidOfBytes(bytes.subarray(38, HEAD_BYTES)),
    seat,
    test: (flags & TEST) !== 0,
    signature: toHex(bytes.subarray(signatureAt, stepAt)),
    device: isBound
      ? {
          key: toHex(bytes.subarray(seatEnd, signatureAt)),
          step: view.getUint32(stepAt),
          signature: toHex(bytes.subarray(stepAt + STEP_BYTES)),
        }
      : null,
  }
}

/** Returns what the event's key signs. Throws RangeError for values that no pass has. */
export function issuedBytes(
  pass: Readonly<Omit<PassCode, 'signature' | 'device'> & { device: Pick<DeviceAnswer, 'key'> | null }>,
): Uint8Array<ArrayBuffer> {
  const { keyNumber, number, issue, seat, device } = pass
  const inRange = (value: number, from: number, to: number): boolean =>
    Number.isInteger(value) && value >= from && value <= to
  if (!inRange(keyNumber, 1, MAX_KEY_NUMBER)) throw new RangeError('key numbers are 1 to 255')
  if (!inRange(number, 1, MAX_NUMBER)) throw new RangeError('passes of a ticket are 1 to 10')
  if (!inRange(issue, 0, MAX_ISSUE)) throw new RangeError('issues are 0 to 65535')
  if (!isSeat(seat)) throw new RangeError(`not a seat label: ${JSON.stringify(seat)}`)
  const flags = (device ? BOUND : 0) | (pass.test ? TEST : 0)
  return concat([
    Uint8Array.of(VERSION, flags, keyNumber, number, issue >> 8, issue & 0xff),
    bytesOfUuid(pass.ticketId),
    bytesOfUuid(pass.userId),
    bytesOfUuid(pass.eventId),
    new TextEncoder().encode(seat),
    ...(device ? [bytesOf(device.key, DEVICE_KEY_BYTES)] : []),
  ])
}

/** Returns what the device of a bound pass signs, with ECDSA and SHA-256, at that step. */
export function answeredBytes(
  pass: Readonly<Omit<PassCode, 'device'> & { device: Pick<DeviceAnswer, 'key'> }>,
  step: number,
): Uint8Array<ArrayBuffer> {
  return concat([issuedBytes(pass), bytesOf(pass.signature, SIGNATURE_BYTES), bytesOfStep(step)])
}

export const stepAt = (ms: number): number => Math.floor(ms / 1000 / STEP_SECONDS)

/** Returns when a step began, milliseconds. */
export const timeOfStep = (step: number): number => step * STEP_SECONDS * 1000

/**
 * Returns whether the device named in a bound code signed its time. False for a point that is not on the curve. Needs
 * WebCrypto.
 */
export async function isDeviceRight(pass: Readonly<PassCode>): Promise<boolean> {
  const { device } = pass
  if (!device) return false
  const key = await importDeviceKey(bytesOf(device.key, DEVICE_KEY_BYTES))
  if (!key) return false
  const signature = bytesOf(device.signature, SIGNATURE_BYTES)
  const answered = answeredBytes({ ...pass, device }, device.step)
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, answered)
}

const isSeat = (label: string): boolean => label.length <= MAX_SEAT_BYTES && positionOf(label) !== null

function bytesOf(hex: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = fromHex(hex)
  if (bytes?.length !== length) throw new RangeError(`${length} bytes in hexadecimal digits`)
  return bytes
}

function bytesOfStep(step: number): Uint8Array<ArrayBuffer> {
  if (!Number.isInteger(step) || step < 0 || step > 0xffff_ffff) throw new RangeError('steps are 0 to 2^32 - 1')
  const bytes = new Uint8Array(STEP_BYTES)
  new DataView(bytes.buffer).setUint32(0, step)
  return bytes
}
