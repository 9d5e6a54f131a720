import type { Result } from '#platform/failure/failure.ts'
import { asVisitor } from '#platform/supabase/ask.ts'
import { parseTableEvent, sources, type CatalogueWire } from '../catalogue-rows.ts'
import { byPriceDescending, categoryOf, type CatalogueEvent } from '../catalogue.ts'

interface PreviewWire {
  event: CatalogueWire['events']
  singer: CatalogueWire['singers']
  categories: CatalogueWire['categories'][]
  links: CatalogueWire['categoryLayouts'][]
  layouts: CatalogueWire['layouts'][]
}

/** Reads the draft that the key of a preview link shows. The key goes into the request's body, never into an address.
 * Refusal: not_found, also once the link has ended or the event is published. */
export const readPreview = (key: string): Promise<Result<CatalogueEvent>> =>
  asVisitor.call('preview_event', { p_key: key }, eventOf)

function eventOf({ event, singer, categories, links, layouts }: PreviewWire): CatalogueEvent {
  const linkOf = new Map(links.map(sources.categoryLayouts.parse).map((link) => [link.id, link]))
  const layoutOf = new Map(layouts.map(sources.layouts.parse).map((layout) => [layout.id, layout]))
  return {
    ...parseTableEvent(event),
    singer: sources.singers.parse(singer),
    categories: categories
      .map(sources.categories.parse)
      .map((row) => {
        const link = linkOf.get(row.id)
        return categoryOf(row, link, link && layoutOf.get(link.layoutId))
      })
      .sort(byPriceDescending),
  }
}
