import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { sha256Hex } from '#platform/text/sha256.ts'
import { LOGO_FILES, logoFile, logoPath, type LogoFile, type LogoGround } from '#shop/settings/logo.ts'
import { canvasOf, encoded } from './canvas.ts'
import { pictureType } from './picture-format.ts'
import { MAX_POSTER_BYTES, openPicture } from './poster-picture.ts'

/** The longer side of a smaller picture would be blurred as an icon, pixels. */
export const MIN_LOGO_PIXELS = 200
/** Wider, it would leave a phone's header no height; higher, it would be a line in it. */
export const MAX_LOGO_RATIO = { wide: 6, high: 2 }
/** The longer side of the picture from which all files are drawn. */
const WORK_PIXELS = 1024
const HEAD_PIXELS = 96
const MASK_PIXELS = 512
/** Share of an icon's side that the logo takes. A launcher may cut a mask down to a circle of four fifths. */
const FILLED = 0.84
const MASK_CIRCLE = 0.8

export interface MadeLogo {
  /** Where its files begin, see settings/logo.ts. */
  path: string
  files: { name: string; blob: Blob }[]
}

interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns why a file is no logo by its first bytes, else null. */
export function faultOfKind(bytes: Uint8Array): 'svg' | 'not_an_image' | null {
  if (pictureType(bytes)) return null
  return /<svg\b/i.test(new TextDecoder().decode(bytes.subarray(0, 4096))) ? 'svg' : 'not_an_image'
}

/** Returns why a logo of this size, without its empty edge, cannot be shown, else null. */
export const faultOfLogo = (width: number, height: number): 'too_small' | 'too_long' | null =>
  Math.max(width, height) < MIN_LOGO_PIXELS
    ? 'too_small'
    : width / height > MAX_LOGO_RATIO.wide || height / width > MAX_LOGO_RATIO.high
      ? 'too_long'
      : null

/** From this share of drawn pixels on a picture has a ground of its own. */
const COVERED = 0.98
/** From this share of its pixels on a logo cannot be read where they are hidden. */
const HIDDEN = 0.2
/** Of lightness, 0 to 255. */
const BLACK = 50
const WHITE = 205

/** Returns the colour that all corners of a box have, nearly; null when they differ. */
function cornersOf({ data, width }: Pixels, box: Box): string | null {
  const corners = [box.y, box.y + box.height - 1].flatMap((y) =>
    [box.x, box.x + box.width - 1].map((x) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]),
  )
  const [first = []] = corners
  const isSame = corners.every((corner) => corner.every((part, at) => Math.abs(part - (first[at] ?? 0)) < 16))
  return isSame ? `rgb(${first.join(' ')})` : null
}

/**
 * Returns where something is drawn and the ground that it needs; null for an empty picture. A picture that covers its
 * ground brings its own: `edge` is the colour of its corners.
 */
export function readLogo(pixels: Pixels): { box: Box; ground: LogoGround; edge: string | null } | null {
  const { data, width, height } = pixels
  let [left, top, right, bottom] = [width, height, -1, -1]
  let [drawn, black, white] = [0, 0, 0]
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      if (data[at + 3]! < 32) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
      const light = 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!
      drawn += 1
      if (light < BLACK) black += 1
      else if (light > WHITE) white += 1
    }
  if (drawn === 0) return null
  const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  if (drawn > COVERED * box.width * box.height) return { box, ground: 'any', edge: cornersOf(pixels, box) }
  const ground = black > HIDDEN * drawn ? 'light' : white > HIDDEN * drawn ? 'dark' : 'any'
  return { box, ground, edge: null }
}

/** Returns where a logo lies in a square icon: in its middle, so large that nothing of it is cut. */
export function placeInIcon(logo: { width: number; height: number }, side: number, file: LogoFile): Box {
  const isMask = file === 'mask'
  const reach = isMask ? Math.hypot(logo.width, logo.height) : Math.max(logo.width, logo.height)
  const scale = (side * (isMask ? MASK_CIRCLE : FILLED)) / reach
  const [width, height] = [logo.width * scale, logo.height * scale]
  return { x: (side - width) / 2, y: (side - height) / 2, width, height }
}

/** Of ui/tokens.css: what icons are drawn on. */
const GROUNDS = { any: '#ffffff', light: '#ffffff', dark: '#15171b' }

function blank(width: number, height: number): { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
  const made = canvasOf(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  if (!made) throw new Error('no canvas')
  return made
}

/**
 * Makes the files of a logo from a PNG, JPEG or WebP: all PNG, without its empty edge and without EXIF. Fails with
 * `file_refused`: message svg, not_an_image, too_large, too_small, too_long, empty or too_detailed.
 */
export async function makeLogo(file: Blob): Promise<Result<MadeLogo>> {
  const opened = await openPicture(file, faultOfKind)
  if (!opened.ok) return opened
  const bitmap = opened.value
  try {
    const scale = Math.min(1, WORK_PIXELS / Math.max(bitmap.width, bitmap.height))
    const work = blank(bitmap.width * scale, bitmap.height * scale)
    work.pen.drawImage(bitmap, 0, 0, work.canvas.width, work.canvas.height)
    const read = readLogo(work.pen.getImageData(0, 0, work.canvas.width, work.canvas.height))
    if (!read) return failed('file_refused', 'empty')
    const { box, ground } = read
    const fault = faultOfLogo(box.width / scale, box.height / scale)
    if (fault) return failed('file_refused', fault)

    const draw = (name: LogoFile): HTMLCanvasElement => {
      const isHead = name === '96'
      const shrink = Math.min(1, HEAD_PIXELS / box.height)
      const side = name === 'mask' ? MASK_PIXELS : Number(name)
      const { canvas, pen } = isHead ? blank(box.width * shrink, box.height * shrink) : blank(side, side)
      const to = isHead ? { x: 0, y: 0, width: canvas.width, height: canvas.height } : placeInIcon(box, side, name)
      pen.fillStyle = read.edge ?? GROUNDS[ground]
      if (!isHead) pen.fillRect(0, 0, side, side)
      pen.drawImage(work.canvas, box.x, box.y, box.width, box.height, to.x, to.y, to.width, to.height)
      return canvas
    }
    const head = draw('96')
    const blobs = await Promise.all(
      LOGO_FILES.map((name) => encoded(name === '96' ? head : draw(name), 'image/png', 1)),
    )
    const made = blobs.filter((blob) => blob !== null).filter(({ size }) => size <= MAX_POSTER_BYTES)
    if (made.length < LOGO_FILES.length) return failed('file_refused', 'too_detailed')
    const hash = await sha256Hex(new Uint8Array(await new Blob(made).arrayBuffer()))
    const path = logoPath(hash, { width: head.width, height: head.height, ground })
    return ok({ path, files: made.map((blob, at) => ({ name: logoFile(path, LOGO_FILES[at]!), blob })) })
  } catch {
    return failed('file_refused', 'not_an_image')
  } finally {
    bitmap.close()
  }
}
