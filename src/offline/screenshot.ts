import { failed, ok, type Result } from '#domain/failure.ts'
import { sha256Hex } from '#domain/sha256.ts'
import type { OrderScreenshot } from './orders.ts'
import { withoutMetadata } from './picture-metadata.ts'

/** Largest picture the shop takes, in bytes; a larger one is refused before it is read. */
export const SCREENSHOT_MAX_BYTES = 5 * 1024 * 1024
/** Longer side after re-encoding, in pixels: a phone's screenshot stays readable. */
const LONGEST_SIDE = 2_000
const QUALITY = 0.85

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** Where a picture stands on the server: the same at every attempt, another for every picture chosen. */
export const screenshotPath = (
  ownerId: string,
  orderId: string,
  picture: Pick<OrderScreenshot, 'chosenAt' | 'type'>,
): string => `${ownerId}/${picture.chosenAt}-${orderId}.${extensions[picture.type] ?? 'jpg'}`

/**
 * Makes a chosen file ready to be kept and sent: the hash of the original bytes, then the picture re-encoded without
 * its EXIF data (place, device) and no larger than needed. Where the browser cannot re-encode, that
 * data is cut out of the original.
 * Fails with `file_refused`: message 'too_large' (5 MB and more) or 'not_an_image' (whatever its name says).
 */
export async function prepareScreenshot(file: File): Promise<Result<OrderScreenshot>> {
  if (file.size >= SCREENSHOT_MAX_BYTES) return failed('file_refused', 'too_large')
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    // A file that vanished, or one in a cloud that is not there now.
    return failed('file_refused', 'not_an_image')
  }
  const type = pictureType(bytes)
  const sha256 = await sha256Hex(bytes)
  const smaller = await reencode(new Blob([bytes], type ? { type } : {}))
  // A picture that the browser can draw but the shop does not take (GIF, HEIC) is one once it is re-encoded.
  const blob = smaller ?? (type ? new Blob([withoutMetadata(bytes, type) ?? bytes], { type }) : null)
  if (!blob || blob.size >= SCREENSHOT_MAX_BYTES) return failed('file_refused', blob ? 'too_large' : 'not_an_image')
  return ok({ blob, name: file.name, chosenAt: Date.now(), sha256, type: blob.type })
}

/** By its first bytes, as the server judges it: a script named .png is none. */
export function pictureType(bytes: Uint8Array): string | null {
  const starts = (...start: number[]) => start.every((byte, at) => bytes[at] === byte)
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  const riff = starts(0x52, 0x49, 0x46, 0x46)
  return riff && String.fromCharCode(...bytes.slice(8, 12)) === 'WEBP' ? 'image/webp' : null
}

/** Null where this browser cannot, or the file is no picture. */
async function reencode(original: Blob): Promise<Blob | null> {
  if (typeof createImageBitmap === 'undefined' || typeof document === 'undefined') return null
  let bitmap: ImageBitmap
  try {
    // Turned as its EXIF says, because the EXIF does not come along.
    bitmap = await createImageBitmap(original, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
  try {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) return null
    // JPEG has no transparency: what is see-through becomes white, not black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const webp = await encode(canvas, 'image/webp')
    // Safari answers a PNG when asked for WebP.
    return webp?.type === 'image/webp' ? webp : await encode(canvas, 'image/jpeg')
  } catch {
    return null
  } finally {
    bitmap.close()
  }
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
