import { create, type Font } from 'fontkit'

/** WOFF2 files, in the order in which a sign is looked for. */
export type FontFiles = readonly Uint8Array[]

interface Run {
  font: Font
  text: string
}

export interface SetLine {
  /** What the outlines say: the given text without the signs that no font has. */
  text: string
  /** Multiples of the type size. */
  width: number
  /** Outlines in units of their font, y upwards; `x`, `y` in multiples of the type size. */
  outlines: { path: string; x: number; y: number; scale: number }[]
}

export interface Typesetter {
  set(text: string): SetLine
  /** Breaks between words; a word that is wider than a line stays whole. */
  wrap(text: string, width: number): SetLine[]
}

/** Hyphens that fonts lack. */
const HYPHENS = /[\u2010\u2011]/g
const JOINERS = /[\u200c\u200d]/
/** Left behind when the sign before or after them was left out. */
const LONE_JOINERS = /(?<![\p{L}\p{M}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}])/gu

/**
 * Sets text as outlines of glyphs. PDFKit embeds WOFF2 files of variable fonts as empty glyphs, and outlines keep
 * each script as it was shaped. A letter that no font has is set without its accent; what remains without a font is left
 * out: never an empty box, never another sign.
 */
export function openTypesetter(files: FontFiles): Typesetter {
  const fonts = files.map((bytes) => create(bytes))
  const fontFor = (sign: string): Font | undefined =>
    fonts.find((font) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))

  function readable(sign: string): string {
    if (JOINERS.test(sign) || fontFor(sign)) return sign
    const plain = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return [...plain].every((one) => fontFor(one)) ? plain : ''
  }

  function runsOf(text: string): Run[] {
    const runs: Run[] = []
    for (const sign of text) {
      const last = runs.at(-1)
      const inRun = last && (JOINERS.test(sign) || last.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
      const font = inRun ? last.font : (fontFor(sign) ?? fonts[0]!)
      if (inRun) last.text += sign
      else runs.push({ font, text: sign })
    }
    return runs
  }

  function set(given: string): SetLine {
    const text = [...given.normalize('NFC').replaceAll(HYPHENS, '-')]
      .map(readable)
      .join('')
      .replaceAll(LONE_JOINERS, '')
    const outlines: SetLine['outlines'] = []
    let width = 0
    for (const run of runsOf(text)) {
      const scale = 1 / run.font.unitsPerEm
      const { glyphs, positions } = run.font.layout(run.text)
      glyphs.forEach((glyph, at) => {
        const { xAdvance, xOffset, yOffset } = positions[at]!
        const path = glyph.path.toSVG()
        if (path !== '') outlines.push({ path, x: width + xOffset * scale, y: yOffset * scale, scale })
        width += xAdvance * scale
      })
    }
    return { text, width, outlines }
  }

  return {
    set,
    wrap(text, width) {
      const lines: SetLine[] = []
      let words = ''
      for (const word of text.split(/\s+/).filter(Boolean)) {
        const longer = words === '' ? word : `${words} ${word}`
        if (words !== '' && set(longer).width > width) {
          lines.push(set(words))
          words = word
        } else words = longer
      }
      return words === '' ? lines : [...lines, set(words)]
    },
  }
}
