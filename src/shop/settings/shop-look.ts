import type { Language } from '#platform/text/language.ts'
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
  taglines: config.taglines,
  tiles: [],
  revision: 0,
}

/** Returns the text in a language, else in English. */
export const said = (words: Said, language: Language): string => words[language] ?? words.en ?? ''

/** Returns the home page's title. */
export const titleOf = ({ name, taglines }: ShopLook, language: Language): string =>
  `${name}: ${said(taglines, language)}`

/** Returns the text of the manifest with the shop's name. */
export const namedManifest = (manifest: string, look: ShopLook): string =>
  JSON.stringify({ ...JSON.parse(manifest), name: titleOf(look, 'en'), short_name: look.shortName })
