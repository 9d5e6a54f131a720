import type { SetLine, Typesetter } from '../../mail/pdf/pdf-text.ts'

export interface Fitted {
  lines: SetLine[]
  size: number
}

interface Room {
  /** Pixels. */
  width: number
  /** The sizes of type that are tried, the largest first. */
  sizes: readonly number[]
  lines: number
  /** Pixels of all lines; as many as there are otherwise. */
  height?: number
}

/** Of the size of type, from line to line. */
export const STEP = 1.02
/** Longer names are cut first: setting Devanagari takes long. */
const MAX_SIGNS = 120
const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Sets a text in the largest size in which it fits; in the smallest it is cut, with '…'. */
export function fitText(
  text: string,
  { width, sizes, lines: most, height = Infinity }: Room,
  type: Typesetter,
): Fitted {
  const given = [...signs.segment(text.slice(0, MAX_SIGNS * 8).trim())].map(({ segment }) => segment)
  const whole = given.length <= MAX_SIGNS ? given.join('') : `${given.slice(0, MAX_SIGNS).join('')}…`
  const words = whole.split(/\s+/).filter(Boolean)
  const widths = words.map((word) => type.set(word).width)
  const space = type.set(' ').width
  const smallest = sizes.at(-1)!
  for (const size of sizes) {
    const lines = wrapped(words, widths, space, width / size)
    const fits =
      lines.length <= most && lines.length * size * STEP <= height && lines.every((line) => line.width * size <= width)
    if (!fits && size !== smallest) continue
    const shown = lines.slice(0, most).map((line, at) => {
      const isCut = at === most - 1 && lines.length > most
      return isCut || line.width * size > width ? cut(line.text, width / size, type) : type.set(line.text)
    })
    return { lines: shown, size }
  }
  return { lines: [], size: smallest }
}

/** Breaks between words, by their widths: each is set once, whatever the size. */
function wrapped(words: readonly string[], widths: readonly number[], space: number, most: number) {
  const lines: { text: string; width: number }[] = []
  words.forEach((word, at) => {
    const last = lines.at(-1)
    const width = widths[at]!
    if (last && last.width + space + width <= most) {
      last.text += ` ${word}`
      last.width += space + width
    } else lines.push({ text: word, width })
  })
  return lines
}

/** Shortens a line until it and '…' fit. */
function cut(text: string, width: number, type: Typesetter): SetLine {
  const all = [...signs.segment(text)].map(({ segment }) => segment)
  const shortened = (length: number): SetLine => type.set(`${all.slice(0, length).join('').trimEnd()}…`)
  let [least, most] = [0, all.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (shortened(middle).width <= width) least = middle
    else most = middle - 1
  }
  return shortened(least)
}
