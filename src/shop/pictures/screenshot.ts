import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { decodePicture, drawn, encoded } from './canvas.ts'
import { MAX_PICTURE_PIXELS, pictureType, pixelsOf } from './picture-format.ts'
import { sha256Hex } from '#platform/text/sha256.ts'
import type { OrderScreenshot } from '#shop/orders/order.ts'
import { withoutMetadata } from './picture-metadata.ts'

/** A file of this size or more is refused before it is read. */
export const MAX_SCREENSHOT_BYTES = 5 * 1024 * 1024
const MAX_SIDE_PIXELS = 2_000
const QUALITY = 0.85

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

export interface ChosenPicture {
  bytes: ArrayBuffer
  name: string
  /** Milliseconds; part of the path. */
  chosenAt: number
  /** 64 hex digits, of the original bytes. */
  sha256: string
  type: string
}

/** Returns the path of a picture: the same at every attempt, another for every chosen picture. */
export const screenshotPath = (
  ownerId: string,
  orderId: string,
  picture: Pick<OrderScreenshot, 'chosenAt' | 'type'>,
): string => `${ownerId}/${picture.chosenAt}-${orderId}.${extensions[picture.type] ?? 'jpg'}`

/** Hashes a file, removes its EXIF and shrinks it. Fails with `file_refused`: message 'too_large' or 'not_an_image'. */
export async function prepareScreenshot(file: File): Promise<Result<ChosenPicture>> {
  if (file.size >= MAX_SCREENSHOT_BYTES) return failed('file_refused', 'too_large')
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    // Deleted since, or in a cloud that cannot be reached.
    return failed('file_refused', 'not_an_image')
  }
  const type = pictureType(bytes)
  const sha256 = await sha256Hex(bytes)
  const smaller = await reencode(new Blob([bytes], type ? { type } : {}))
  if (!smaller && (pixelsOf(bytes) ?? 0) > MAX_PICTURE_PIXELS) return failed('file_refused', 'too_large')
  // Re-encoding also accepts pictures that the shop does not take (GIF, HEIC).
  const blob = smaller ?? (type ? new Blob([withoutMetadata(bytes, type) ?? bytes], { type }) : null)
  if (!blob || blob.size >= MAX_SCREENSHOT_BYTES) return failed('file_refused', blob ? 'too_large' : 'not_an_image')
  return ok({ bytes: await blob.arrayBuffer(), name: file.name, chosenAt: Date.now(), sha256, type: blob.type })
}

async function reencode(original: Blob): Promise<Blob | null> {
  if (typeof createImageBitmap === 'undefined' || typeof document === 'undefined') return null
  const bitmap = await decodePicture(original)
  if (!bitmap) return null
  try {
    const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height))
    const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale))
    const canvas = drawn(bitmap, side(bitmap.width), side(bitmap.height))
    if (!canvas) return null
    // Safari writes no WebP.
    return (await encoded(canvas, 'image/webp', QUALITY)) ?? (await encoded(canvas, 'image/jpeg', QUALITY))
  } catch {
    return null
  } finally {
    bitmap.close()
  }
}
