import { concat } from '#platform/text/bytes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Removes EXIF (place, device), XMP and comments where no re-encoding is possible. Null for a truncated file. Formats:
 * ITU T.81 annex B, https://www.w3.org/TR/png-3/, https://developers.google.com/speed/webp/docs/riff_container
 */
export function withoutMetadata(bytes: Bytes, type: string): Bytes | null {
  try {
    if (type === 'image/jpeg') return concat(jpegParts(bytes))
    if (type === 'image/png') return concat(pngParts(bytes))
    if (type === 'image/webp') return webp(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

const START_OF_SCAN = 0xda
const COMMENT = 0xfe
/** JFIF, colour profile and Adobe's colour transform: without these the picture would look different. */
const APPLICATION_KEPT = new Set([0xe0, 0xe2, 0xee])

function jpegParts(bytes: Bytes): Bytes[] {
  const view = viewOf(bytes)
  const parts = [bytes.subarray(0, 2)]
  for (let at = 2; ;) {
    const marker = view.getUint8(at + 1)
    if (marker === START_OF_SCAN) return [...parts, bytes.subarray(at)]
    const end = at + 2 + view.getUint16(at + 2)
    const isApplication = marker >= 0xe0 && marker <= 0xef
    if (marker !== COMMENT && (!isApplication || APPLICATION_KEPT.has(marker))) parts.push(bytes.subarray(at, end))
    at = end
  }
}

const PNG_SIGNATURE_BYTES = 8
const PNG_DROPPED = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

function pngParts(bytes: Bytes): Bytes[] {
  const view = viewOf(bytes)
  const parts = [bytes.subarray(0, PNG_SIGNATURE_BYTES)]
  for (let at = PNG_SIGNATURE_BYTES; ;) {
    const name = nameAt(bytes, at + 4)
    // Length, name and checksum have four bytes each.
    const end = at + 12 + view.getUint32(at)
    if (!PNG_DROPPED.has(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return parts
    at = end
  }
}

const WEBP_HEAD_BYTES = 12
/** Bits of the first chunk that announce EXIF and XMP. */
const WEBP_ANNOUNCED = 0x08 | 0x04

function webp(bytes: Bytes): Bytes {
  const view = viewOf(bytes)
  const parts = [bytes.subarray(0, WEBP_HEAD_BYTES)]
  const whole = 8 + view.getUint32(4, true)
  for (let at = WEBP_HEAD_BYTES; at < whole;) {
    const name = nameAt(bytes, at)
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    const chunk = bytes.slice(at, end)
    if (name === 'VP8X') chunk[8] = view.getUint8(at + 8) & ~WEBP_ANNOUNCED
    if (name !== 'EXIF' && name !== 'XMP ') parts.push(chunk)
    at = end
  }
  const out = concat(parts)
  viewOf(out).setUint32(4, out.length - 8, true)
  return out
}

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function nameAt(bytes: Bytes, at: number): string {
  if (at + 4 > bytes.length) throw new RangeError('past the end')
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
