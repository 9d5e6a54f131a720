import { asIs, number, or, row, text } from '#platform/text/wire.ts'
import { accentCss } from './accent.ts'
import { FIRST_LOOK, type Said, type ShopLook, type Tile } from './shop-look.ts'

/** As stored: empty where staff have typed nothing. */
export const lookFields = {
  name: or(text, ''),
  shortName: or(text, ''),
  /** '#rrggbb'. */
  accent: or(text, ''),
  logo: or(text, ''),
  taglines: asIs<Said>(),
  tiles: asIs<Tile[]>(),
}
const parseLook = row({ ...lookFields, revision: number })
export const LOOK_COLUMNS = 'name, short_name, accent, logo, taglines, tiles, revision'
export type LookWire = Parameters<typeof parseLook>[0]

/** Reads LOOK_COLUMNS of `shop_settings`, with the build's values for what staff have not typed. */
export function lookOfRow(wire: LookWire): ShopLook {
  const { name, shortName, accent, logo, taglines, tiles, revision } = parseLook(wire)
  return {
    name: name || FIRST_LOOK.name,
    shortName: shortName || name || FIRST_LOOK.shortName,
    css: accentCss(accent),
    logo,
    taglines: taglines.en ? taglines : FIRST_LOOK.taglines,
    tiles,
    revision,
  }
}
