import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { sha256Hex } from '#platform/text/sha256.ts'
import { posterFile, POSTER_WIDTHS, type PosterFormat, type PosterWidth } from '#shop/catalogue/about/poster-files.ts'
import { posterPath } from '#shop/catalogue/about/poster-rules.ts'
import { decodePicture, drawn, encoded } from './canvas.ts'
import { MAX_PICTURE_PIXELS, pixelsOf } from './picture-format.ts'

/** A larger file is refused before it is read. */
export const MAX_ORIGINAL_MB = 25
/** The bucket has the same limit. */
export const MAX_POSTER_BYTES = 600 * 1024
/** A narrower picture would be blurred on a phone. */
export const MIN_POSTER_WIDTH = 640
/** The longer side is at most this many times the other. */
const MAX_RATIO = 3
const QUALITIES = [0.82, 0.7, 0.55, 0.4, 0.25]

const types: Record<PosterFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

export interface MadePoster {
  /** Where its files begin, see poster-rules.ts. */
  path: string
  files: { name: string; blob: Blob }[]
  format: PosterFormat
}

/** Returns the size at which a picture of this size is stored for a width: never larger than it is. */
export function posterSize(width: number, height: number, wanted: number): { width: number; height: number } {
  const scale = Math.min(1, wanted / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}

/** Says why a picture of this size is no poster, else null. */
export const faultOfSize = (width: number, height: number): 'too_small' | 'too_long' | null =>
  width < MIN_POSTER_WIDTH ? 'too_small' : Math.max(width / height, height / width) > MAX_RATIO ? 'too_long' : null

/**
 * Opens a picture that was chosen, after a look at its first bytes. Fails with `file_refused`: message too_large,
 * not_an_image, or what `faultOf` says of the bytes.
 */
export async function openPicture(
  file: Blob,
  faultOf: (bytes: Uint8Array) => string | null = () => null,
): Promise<Result<ImageBitmap>> {
  if (file.size > MAX_ORIGINAL_MB * 1024 * 1024) return failed('file_refused', 'too_large')
  const read = await file.arrayBuffer().catch(() => null)
  if (!read) return failed('file_refused', 'not_an_image')
  const bytes = new Uint8Array(read)
  const fault = (pixelsOf(bytes) ?? 0) > MAX_PICTURE_PIXELS ? 'too_large' : faultOf(bytes)
  if (fault) return failed('file_refused', fault)
  const bitmap = await decodePicture(file)
  return bitmap ? ok(bitmap) : failed('file_refused', 'not_an_image')
}

/**
 * Makes the files of a poster from a picture: each width in the best format that this browser writes, and a JPEG for
 * link previews, all without EXIF. Fails with `file_refused`: message too_large, not_an_image, too_small or too_long.
 */
export async function makePoster(eventId: string, file: Blob): Promise<Result<MadePoster>> {
  const opened = await openPicture(file)
  if (!opened.ok) return opened
  const bitmap = opened.value
  try {
    const fault = faultOfSize(bitmap.width, bitmap.height)
    if (fault) return failed('file_refused', fault)
    const format = await bestFormat()
    const wanted: [width: PosterWidth, format: PosterFormat][] = POSTER_WIDTHS.map((width) => [width, format])
    if (format !== 'jpg') wanted.push([POSTER_WIDTHS[2], 'jpg'])
    const made: { width: PosterWidth; format: PosterFormat; blob: Blob }[] = []
    for (const [width, each] of wanted) {
      // oxlint-disable-next-line no-await-in-loop -- one canvas at a time: a phone has little memory for them
      const blob = await encode(bitmap, width, each)
      if (!blob) return failed('file_refused', 'too_large')
      made.push({ width, format: each, blob })
    }
    const all = new Uint8Array(await new Blob(made.map(({ blob }) => blob)).arrayBuffer())
    const largest = posterSize(bitmap.width, bitmap.height, POSTER_WIDTHS[2])
    const path = posterPath(eventId, await sha256Hex(all), { ...largest, format })
    return ok({
      path,
      format,
      files: made.map((one) => ({ name: posterFile(path, one.width, one.format), blob: one.blob })),
    })
  } catch {
    return failed('file_refused', 'not_an_image')
  } finally {
    bitmap.close()
  }
}

/** Safari writes no WebP, most browsers no AVIF. */
async function bestFormat(): Promise<PosterFormat> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 8
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
  for (const format of ['avif', 'webp'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- the first that works
    if (await encoded(canvas, types[format], 0.5)) return format
  }
  return 'jpg'
}

async function encode(bitmap: ImageBitmap, wanted: PosterWidth, format: PosterFormat): Promise<Blob | null> {
  const { width, height } = posterSize(bitmap.width, bitmap.height, wanted)
  const canvas = drawn(bitmap, width, height)
  if (!canvas) return null
  for (const quality of QUALITIES) {
    // oxlint-disable-next-line no-await-in-loop -- the first that is small enough
    const blob = await encoded(canvas, types[format], quality)
    if (blob && blob.size <= MAX_POSTER_BYTES) return blob
  }
  return null
}
