import { PAST_KEPT_MS, byPriceDescending, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { EVENT_COLUMNS, parseTableEvent, sources, type CatalogueWire } from '#shop/catalogue/catalogue-rows.ts'
import { TERMS_COLUMNS, termsOfRow } from '#shop/terms/terms-row.ts'
import { LOOK_COLUMNS, lookOfRow, type LookWire } from '#shop/settings/shop-look-row.ts'
import type { ShopLook } from '#shop/settings/shop-look.ts'
import type { ShopTerms } from '#shop/terms/terms.ts'
import { eventPage } from './event-page.ts'
import { robotsTxt, sitemapXml } from './found-pages.ts'

export interface HostedCatalogue {
  events: { event: CatalogueEvent; changedAt: string }[]
  terms: ShopTerms[]
  look: ShopLook
}

type Row = CatalogueWire['events'] & {
  id: string
  updated_at: string
  singers: CatalogueWire['singers'] | null
  ticket_categories: CatalogueWire['categories'][] | null
}

const ROWS = 200
/** Waits for one answer, ms. */
const PATIENCE_MS = 30_000

/** Reads as a visitor does, with the public key: what the policies hide stays hidden. @throws {Error} saying what failed */
export async function readHosted(backend: string, key: string, now: Date): Promise<HostedCatalogue> {
  const read = async <T>(path: string, query: Record<string, string>): Promise<T[]> => {
    const url = `${backend}/rest/v1/${path}?${new URLSearchParams(query)}`
    const answer = await fetch(url, {
      headers: { apikey: key, authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!answer.ok) throw new Error(`${backend} answered ${answer.status} for ${path}.`)
    return (await answer.json()) as T[]
  }
  const terms = await read<Record<string, unknown>>('terms_by_day', { select: TERMS_COLUMNS, order: 'from_day' })
  const [shop] = await read<LookWire>('shop_settings', { select: LOOK_COLUMNS.replaceAll(' ', '') })
  if (!shop) throw new Error(`${backend} has no settings of the shop.`)
  const events: HostedCatalogue['events'] = []
  for (let last = ''; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const rows = await read<Row>('events', {
      select:
        `${EVENT_COLUMNS},updated_at,singers!events_singer_id_fkey(${sources.singers.columns}),` +
        `ticket_categories!ticket_categories_event_id_fkey(${sources.categories.columns})`,
      date: `gte.${new Date(now.getTime() - PAST_KEPT_MS).toISOString()}`,
      ...(last && { id: `gt.${last}` }),
      order: 'id',
      limit: String(ROWS),
    })
    if (rows.length === 0) break
    for (const row of rows) {
      last = row.id
      if (row.singers)
        events.push({ event: eventOf(row, row.singers), changedAt: new Date(row.updated_at).toISOString() })
    }
  }
  events.sort((a, b) => (a.event.date < b.event.date ? -1 : 1))
  return { events, terms: terms.map(termsOfRow), look: lookOfRow(shop) }
}

function eventOf(row: Row, singer: CatalogueWire['singers']): CatalogueEvent {
  const { singerId: _, ...event } = parseTableEvent(row)
  return {
    ...event,
    singer: sources.singers.parse(singer),
    categories: (row.ticket_categories ?? [])
      .map((category) => ({ ...sources.categories.parse(category), layout: null }))
      .sort(byPriceDescending),
  }
}

/**
 * Returns the files that search engines and link previews read on a static host, by name: a page for each event, without
 * the data that would be old on the next visit, the sitemap and robots.txt. `address` is the shop's own.
 */
export function foundFiles(
  html: string,
  catalogue: HostedCatalogue,
  site: { address: string; backend: string; now: Date },
): Record<string, string> {
  const { address, backend, now } = site
  const terms = catalogue.terms.length > 0 ? catalogue.terms : undefined
  const listed = catalogue.events.filter(({ event }) => Date.parse(event.date) > now.getTime() - DAY_MS)
  return {
    'robots.txt': robotsTxt(address),
    'sitemap.xml': sitemapXml(
      address,
      listed.map(({ event, changedAt }) => ({ id: event.id, changedAt })),
    ),
    ...Object.fromEntries(
      catalogue.events.map(({ event }) => [
        `events/${event.id}.html`,
        eventPage(html, event, catalogue.look, address, now, 'en', terms, { posters: backend, drawn: false }),
      ]),
    ),
  }
}

const DAY_MS = 86_400_000
