export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** As many as a good phone's camera has. A small file may claim far more, and exhaust memory when decoded. */
export const MAX_PICTURE_PIXELS = 50_000_000

/** Returns the type by the first bytes, whatever name and sender say; null for anything else. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const starts = (at: number, wanted: readonly number[]) => wanted.every((byte, index) => bytes[at + index] === byte)
  if (starts(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (starts(0, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  // 'RIFF', four bytes of length, 'WEBP'
  if (starts(0, [0x52, 0x49, 0x46, 0x46]) && starts(8, [0x57, 0x45, 0x42, 0x50])) return 'image/webp'
  return null
}

/** Returns the pixels that the header claims, without decoding; null if none. Formats: see withoutMetadata(). */
export function pixelsOf(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const type = pictureType(bytes)
    if (type === 'image/png') return view.getUint32(16) * view.getUint32(20)
    if (type === 'image/jpeg') return jpegPixels(view)
    return type && webpPixels(view)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Frames have the size; markers of tables and extensions lie between them. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Fill bytes, restarts and the start. */
const hasNoLength = (marker: number): boolean => marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)

function jpegPixels(view: DataView): number {
  for (let at = 2; ;) {
    // Skips bytes between two parts, as decoders do.
    while (view.getUint8(at) !== 0xff) at += 1
    while (view.getUint8(at) === 0xff) at += 1
    const marker = view.getUint8(at)
    if (isFrame(marker)) return view.getUint16(at + 4) * view.getUint16(at + 6)
    at += hasNoLength(marker) ? 1 : 1 + view.getUint16(at + 1)
  }
}

function webpPixels(view: DataView): number | null {
  const uint24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000
  const name = String.fromCharCode(...Array.from({ length: 4 }, (_, index) => view.getUint8(12 + index)))
  if (name === 'VP8X') return (uint24(24) + 1) * (uint24(27) + 1)
  if (name === 'VP8 ') return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff)
  if (name !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
}
