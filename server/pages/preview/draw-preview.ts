import type { SetLine, Typesetter } from '../../mail/pdf/pdf-text.ts'
import { fitText, STEP } from './fit-text.ts'
import { logoName } from '#shop/settings/logo.ts'
import { PREVIEW, type Preview } from './preview.ts'

export interface Pictures {
  /** One of the shop's own drawings. */
  svg: string
  /** What an organiser uploaded, or null. */
  jpeg: Uint8Array | null
  /** The shop's logo, or null: then its name is written. */
  logo: Uint8Array | null
}

/** Of ui/tokens.css. */
const SURFACE = '#fdfdfb'
const INK = '#15171b'
const MUTED = '#575c64'

/** The poster is at the left edge, 4:5 and whole in height; pixels. */
const POSTER_WIDTH = 504
const LEFT = 560
const RIGHT = 1152
const WIDTH = RIGHT - LEFT
/** Names are headings: the typeface's width and weight as in head-6, which its files do not give here. */
const NARROW = 0.88
const HEAVY = 0.035

interface Hand {
  size: number
  color: string
  isHead?: boolean
}

/** Returns outlines; no text is left in the drawing, so that no name can change it. `y` is the baseline. */
function outlines(line: SetLine, x: number, y: number, { size, color, isHead = false }: Hand): string {
  const wide = isHead ? NARROW : 1
  const glyphs = line.outlines.map((one) => {
    const scale = one.scale * size
    const heavy = isHead ? ` stroke="${color}" stroke-linejoin="round" stroke-width="${(HEAVY * size) / scale}"` : ''
    const at = `${(x + one.x * size * wide).toFixed(2)} ${(y - one.y * size).toFixed(2)}`
    return `<path transform="translate(${at}) scale(${scale * wide} ${-scale})" d="${one.path}"${heavy}/>`
  })
  return `<g fill="${color}">${glyphs.join('')}</g>`
}

/** Returns the drawing, and the upload over it: of one that cannot be read nothing is drawn. */
function posterPart({ svg, jpeg }: Pictures): string {
  const place = `x="0" y="0" width="${POSTER_WIDTH}" height="${PREVIEW.height}" preserveAspectRatio="xMidYMid slice"`
  const drawn = svg.replace('<svg ', `<svg ${place} `)
  if (!jpeg) return drawn
  return `${drawn}<image ${place} href="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}"/>`
}

const LOGO_HEIGHT = 72

/** Returns the logo at the right edge, on its ground; `room`: its width at most. */
function logoPart({ logo: path }: Preview, png: Uint8Array, room: number): string {
  const name = logoName(path)
  if (!name) return ''
  const scale = Math.min(LOGO_HEIGHT / name.height, room / name.width)
  const [width, height] = [name.width * scale, name.height * scale]
  const place = `x="${(RIGHT - width).toFixed(2)}" y="48" width="${width.toFixed(2)}" height="${height.toFixed(2)}"`
  const plate = name.ground === 'dark' ? `<rect ${place} fill="${INK}" stroke="${INK}" stroke-width="16"/>` : ''
  return `${plate}<image ${place} href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/>`
}

/** Returns a concert's picture as SVG: its poster, and beside it date, shop, artist and place in the shop's look. */
export function drawPreview(preview: Preview, pictures: Pictures, type: Typesetter): string {
  const { accent, ink, isCancelled } = preview
  const one = (text: string, sizes: readonly number[], width: number) => fitText(text, { width, sizes, lines: 1 }, type)
  const parts: string[] = []
  const say = (
    text: string,
    x: number,
    y: number,
    width: number,
    sizes: readonly number[],
    hand: Omit<Hand, 'size'>,
  ) => {
    const { lines, size } = one(text, sizes, width)
    for (const line of lines) parts.push(outlines(line, x, y, { ...hand, size }))
  }
  // The date on the accent's field, which is as wide as what is on it.
  const day = type.set(preview.day)
  const [month, time] = [type.set(preview.month), type.set(preview.time)]
  const after = LEFT + 24 + day.width * 92 * NARROW + 20
  const end = after + Math.max(month.width * 34, time.width * 28) + 24
  parts.push(
    `<rect x="${LEFT}" y="48" width="${(end - LEFT).toFixed(2)}" height="116" fill="${isCancelled ? '#f2f2ee' : accent}"/>`,
  )
  const onField = isCancelled ? MUTED : ink
  parts.push(outlines(day, LEFT + 24, 138, { size: 92, color: onField, isHead: true }))
  parts.push(
    outlines(month, after, 98, { size: 34, color: onField }),
    outlines(time, after, 138, { size: 28, color: onField }),
  )
  // A cancelled concert's date is struck, in every language.
  if (isCancelled) parts.push(`<rect x="${LEFT}" y="103" width="${(end - LEFT).toFixed(2)}" height="6" fill="${INK}"/>`)

  const room = RIGHT - end - 24
  if (pictures.logo) parts.push(logoPart(preview, pictures.logo, room))
  const shop = one(pictures.logo ? '' : preview.shop, [30, 26, 22], room)
  for (const line of shop.lines)
    parts.push(outlines(line, RIGHT - line.width * shop.size, 84, { size: shop.size, color: MUTED }))

  const artist = fitText(
    preview.artist,
    { width: WIDTH / NARROW, sizes: [100, 84, 72, 60, 50], lines: 3, height: 260 },
    type,
  )
  const step = artist.size * STEP
  // Centred between the date and the rule above the place.
  const first = 316 - ((artist.lines.length - 1) * step) / 2 + artist.size * 0.32
  artist.lines.forEach((line, at) =>
    parts.push(outlines(line, LEFT, first + at * step, { size: artist.size, color: INK, isHead: true })),
  )
  parts.push(`<rect x="${LEFT}" y="478" width="${WIDTH}" height="3" fill="${INK}"/>`)
  say(preview.venue, LEFT, 530, WIDTH, [38, 34, 30, 26], { color: INK })
  say(preview.city, LEFT, 578, WIDTH, [32, 28, 24], { color: MUTED })
  const { width, height } = PREVIEW
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${SURFACE}"/>` +
    `<rect width="${POSTER_WIDTH}" height="${height}" fill="#f2f2ee"/>${posterPart(pictures)}${parts.join('')}</svg>`
  )
}
