import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'

const { resolve } = createRequire(import.meta.url)
const own = (name: string): URL => new URL(`../../../src/ui/fonts/${name}.woff2`, import.meta.url)
const anek = (name: string, script: string): string =>
  resolve(`@fontsource-variable/anek-${name}/files/anek-${name}-${script}-wght-normal.woff2`)

/** Reads the fonts of mailed tickets: the shop's own, and one for each script of India and for accents. */
export const fontsOfShop = (): Uint8Array[] =>
  [
    ...[own('anek-latin'), own('anek-rupee'), anek('latin', 'latin-ext'), anek('latin', 'vietnamese')],
    ...[anek('devanagari', 'devanagari'), anek('bangla', 'bengali'), anek('gujarati', 'gujarati')],
    ...[anek('gurmukhi', 'gurmukhi'), anek('kannada', 'kannada'), anek('malayalam', 'malayalam')],
    ...[anek('odia', 'oriya'), anek('tamil', 'tamil'), anek('telugu', 'telugu')],
    resolve('@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-500-normal.woff2'),
  ].map((file) => readFileSync(file))
