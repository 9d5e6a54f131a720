import { readFileSync } from 'node:fs'

/** Reads the fonts of mailed tickets from the shop's sources. */
export const fontsOfShop = (): Uint8Array[] =>
  ['anek-latin', 'anek-rupee', 'anek-deva-text'].map((name) =>
    readFileSync(new URL(`../../src/ui/fonts/${name}.woff2`, import.meta.url)),
  )
