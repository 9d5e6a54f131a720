/** The part of fontkit 2 that the server uses; the package has no types. */
declare module 'fontkit' {
  export interface Glyph {
    path: { toSVG(): string }
  }
  export interface Font {
    unitsPerEm: number
    ascent: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): {
      glyphs: Glyph[]
      positions: { xAdvance: number; xOffset: number; yOffset: number }[]
    }
  }
  export function create(bytes: Uint8Array): Font
}
