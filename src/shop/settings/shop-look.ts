import type { Language } from '#platform/text/language.ts'
import { logoUrl, type LogoFile } from './logo.ts'
import config from '../../../mehfil.config.json' with { type: 'json' }

/** A text by language, English at least; empty for none. */
export type Said = Partial<Record<Language, string>>
/** What the shop says of itself on its home page. */
export type Tile = { number: Said; label: Said }

/** What the shop is called and says of itself. */
export interface ShopLook {
  name: string
  shortName: string
  /** Style sheet of the accent; '' for the build's. */
  css: string
  /** Where the logo's files begin, see logo.ts; '' without one. */
  logo: string
  taglines: Said
  tiles: Tile[]
  /** Of the settings; 0 for the build's own. */
  revision: number
}

/** The build's own, until staff have typed another. */
export const FIRST_LOOK: ShopLook = {
  name: config.name,
  shortName: config.shortName,
  css: '',
  logo: '',
  taglines: config.taglines,
  tiles: [],
  revision: 0,
}

/** Returns the text in a language, else in English. */
export const said = (words: Said, language: Language): string => words[language] ?? words.en ?? ''

/** Returns the home page's title. */
export const titleOf = ({ name, taglines }: ShopLook, language: Language): string =>
  `${name}: ${said(taglines, language)}`

const ICONS: Readonly<Record<string, LogoFile>> = {
  '/icons/mark-192.png': '192',
  '/icons/mark-512.png': '512',
  '/icons/mark-maskable-512.png': 'mask',
}

/** Returns the text of the manifest with the shop's name and, with a logo, its icons in place of the drawn ones. */
export function namedManifest(manifest: string, look: ShopLook): string {
  const written = JSON.stringify(JSON.parse(manifest), (key, value: unknown) => {
    if (look.logo === '') return value
    const file = key === 'src' && typeof value === 'string' ? ICONS[value] : undefined
    if (file) return logoUrl(look.logo, file)
    // There is no drawing of a logo.
    return key === 'icons' && Array.isArray(value) ? value.filter(({ type }) => type !== 'image/svg+xml') : value
  })
  return JSON.stringify({ ...JSON.parse(written), name: titleOf(look, 'en'), short_name: look.shortName })
}
