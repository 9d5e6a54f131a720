import { create, type Font } from 'fontkit'

/** The shop's WOFF2 files: Latin, ₹ and Devanagari, in the order in which a sign is looked for. */
export type FontFiles = readonly Uint8Array[]

interface Run {
  font: Font
  text: string
}

export interface SetLine {
  /** What the outlines say: the given text, with other signs for those that no font has. */
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

/** Latin letters that have no accent to take off. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  '‐': '-',
  '‑': '-',
  '\u00a0': ' ',
}

/** Bengali to Malayalam: laid out in Unicode as Devanagari is, each in 128 code points. */
const INDIC_FROM = 0x0980
const INDIC_TO = 0x0d7f
const DEVANAGARI = 0x0900

const JOINERS = /[\u200c\u200d]/
const UNKNOWN = '?'

/**
 * Sets text as outlines of glyphs. PDFKit embeds WOFF2 files of variable fonts as empty glyphs, and outlines keep
 * Devanagari as it was shaped. A sign that no font has becomes the same letter in Devanagari (other Indian scripts),
 * the letter without its accent, or `?`: never an empty box.
 */
export function openTypesetter(files: FontFiles): Typesetter {
  const fonts = files.map((bytes) => create(bytes))
  const fontFor = (sign: string): Font | undefined =>
    fonts.find((font) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))

  function readable(sign: string): string {
    if (JOINERS.test(sign) || fontFor(sign)) return sign
    const code = sign.codePointAt(0) ?? 0
    const alike =
      code >= INDIC_FROM && code <= INDIC_TO
        ? String.fromCodePoint(DEVANAGARI + (code & 0x7f))
        : (PLAIN[sign] ?? sign.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    return alike !== '' && [...alike].every((one) => fontFor(one)) ? alike : UNKNOWN
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
    const text = [...given.normalize('NFC')].map(readable).join('')
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
