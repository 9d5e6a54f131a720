import type { IncomingMessage } from 'node:http'
import { canBeBought, cheapestCategory, PAST_KEPT_MS, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { dayKey, formatDayTime } from '#platform/time/ist.ts'
import { languageTag, type Language } from '#platform/text/language.ts'
import { pricedAt } from '#shop/catalogue/sale/phases.ts'
import { allInPrice } from '#shop/prices/rates.ts'
import { FIRST_TERMS, termsOn, type ShopTerms } from '#shop/terms/terms.ts'
import type { ShopLook } from '#shop/settings/shop-look.ts'
import type { Database, Sql } from '../database/database.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { buyBar, eventFrame } from './event-frame.ts'
import { asVisitor, publishedEvents, readEvent } from './event-read.ts'
import { escapeHtml, jsonForPage, rupees } from './html.ts'
import { acceptedEncoding, knownTags, type Answer } from '../http/http-message.ts'
import { KeptPages, UNREAD } from './kept-pages.ts'
import { PREVIEW, previewOf, previewPath } from './preview/preview.ts'
import { readLook, shopPage } from './shop-pages.ts'
import { isNavigation } from './static-files.ts'
import { acceptedLanguage, inLanguage } from '../words/words.ts'
import { TERMS_COLUMNS, termsOfRow } from '#shop/terms/terms-row.ts'

/** Reads all terms, past and future, oldest first. */
async function readTerms(database: Pick<Sql, 'query'>): Promise<ShopTerms[]> {
  // As text: a driver would make a local time of the day.
  const columns = TERMS_COLUMNS.replace('from_day', 'from_day::text')
  const rows = await database.query(`select ${columns} from public.terms_by_day order by terms_by_day.from_day`, [])
  return rows.map(termsOfRow)
}

const EVENT_PATH = /^\/events\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i
/** Characters. Larger events are left to the sync, to keep the page small. */
const MAX_DATA = 24_000
const RETRY_AFTER_S = 5
const FRAME_PLACE = '<!-- concert -->'
const BAR_PLACE = '<!-- seats -->'

/** Describes an event in a sentence or two; with prices only when it is on sale at `now`. */
export function describeEvent(
  event: CatalogueEvent,
  now: Date,
  language: Language = 'en',
  terms: readonly ShopTerms[] = [FIRST_TERMS],
): string {
  const { city, venue, date } = event
  return inLanguage(language, (words) => {
    const concert = words.concert({ singer: event.singer.name, city, venue, when: formatDayTime(date) })
    if (event.status === 'cancelled') return words.cancelled({ concert })
    const cheapest = cheapestCategory(event, now)
    if (!canBeBought(event, now) || !cheapest) return concert
    if (cheapest.free) return words.free({ concert })
    const total = allInPrice(cheapest.price, termsOn(terms, dayKey(now)), event.state)
    return words.onSale({ concert, from: rupees(cheapest.price), total: rupees(total) })
  })
}

/**
 * Adds an event's title, share tags, JSON-LD, data and frame to the app's page, for previews, search engines and first
 * paint; no frame for a long past one, or when `drawn` is false. `posters` is the origin of the poster's files. Escapes
 * what staff typed and keeps scripts unchanged, for the hashes of the Content-Security-Policy.
 */
export function eventPage(
  html: string,
  read: CatalogueEvent,
  look: ShopLook,
  address: string,
  now: Date,
  language: Language = 'en',
  terms: readonly ShopTerms[] = [FIRST_TERMS],
  files: { posters: string; drawn: boolean } = { posters: address, drawn: true },
): string {
  const event = pricedAt(read, now)
  const { name: shop } = look
  const title = escapeHtml(`${event.singer.name}, ${event.city} · ${shop}`)
  const summary = describeEvent(event, now, language, terms)
  const description = escapeHtml(summary)
  const url = escapeHtml(`${address}/events/${event.id}`)
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', escapeHtml(shop)],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', escapeHtml(address + previewPath(event.id, previewOf(event, look)))],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(PREVIEW.width)],
    ['og:image:height', String(PREVIEW.height)],
    ['og:image:alt', description],
    ['og:locale', languageTag(language).replace('-', '_')],
  ].map(([property, content]) => `<meta property="${property}" content="${content}" />`)
  const head = [
    `<meta name="description" content="${description}" />`,
    ...tags,
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="canonical" href="${url}" />`,
    `<script type="application/ld+json">${jsonForPage(
      eventJsonLd(event, { address, posters: files.posters, shop, now, terms, summary }),
    )}</script>`,
  ].join('\n    ')
  const data = jsonForPage(event)
  const drawn = files.drawn && Date.parse(event.date) > now.getTime() - PAST_KEPT_MS && data.length <= MAX_DATA
  // Functions, because `$&` in a replacement string is a pattern.
  return html
    .replace(/(<html\b[^>]*\blang=")[^"]*/, (_, before: string) => before + languageTag(language))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => head)
    .replace(FRAME_PLACE, (place) => (drawn ? eventFrame(event, now, language) : place))
    .replace(BAR_PLACE, () => (drawn ? buyBar(event, now, language, termsOn(terms, dayKey(now))) : ''))
    .replace(/<\/body>/, (end) =>
      drawn
        ? `<script type="application/json" id="shop-terms">${jsonForPage(terms)}</script>\n  ` +
          `<script type="application/json" id="written-event">${data}</script>\n  ${end}`
        : end,
    )
}

interface Found {
  event: CatalogueEvent
  terms: ShopTerms[]
  look: ShopLook
}

/** Serves the pages of events from memory; a change of an event is in its page within about a second. */
export class EventPages {
  readonly #pages: KeptPages<Found> | null
  /** The app's page. */
  readonly #html: string

  constructor(database: Pick<Database, 'transaction'>, html: string, address: string) {
    const read = (id: string): Promise<Found | null> =>
      asVisitor(database, async (sql) => {
        const event = await readEvent(sql, id)
        return event && { event, terms: await readTerms(sql), look: await readLook(sql) }
      })
    const render = ({ event, terms, look }: Found, language: Language): string =>
      eventPage(shopPage(html, look), event, look, address, new Date(), language, terms)
    const list = (): Promise<string[]> => asVisitor(database, publishedEvents)
    this.#html = html
    this.#pages = html === '' ? null : new KeptPages(read, list, render)
  }

  /** Returns a published event and the shop's look, as `KeptPages.found`. */
  found(id: string, sender: string): Promise<Found | typeof UNREAD | null> {
    return this.#pages?.found(id, sender) ?? Promise.resolve(null)
  }

  /** Returns null unless the address is an existing event's page: the app handles unknown addresses. 503 with the app's
   * page when the event cannot be read: the device may have it, and a search engine must not forget it. */
  async answer(request: IncomingMessage, pathname: string, sender: string): Promise<Answer | null> {
    const id = EVENT_PATH.exec(pathname)?.[1]
    if (!id || !this.#pages || !isNavigation(request.method ?? 'GET', pathname, request.headers)) return null
    const language = acceptedLanguage(request.headers['accept-language'])
    const page = await this.#pages.page(id.toLowerCase(), language, sender)
    if (!page) return null
    if (page === UNREAD)
      return {
        status: 503,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'retry-after': String(RETRY_AFTER_S),
        },
        body: Buffer.from(this.#html),
      }
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const etag = `"${page.mark}${encoding ? `-${encoding}` : ''}"`
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag,
      'content-language': languageTag(language),
      vary: 'Accept-Encoding, Accept-Language',
    }
    const known = knownTags(request.headers)
    if (known.includes(etag) || known.includes('*')) return { status: 304, headers, body: null }
    if (!encoding) return { status: 200, headers, body: page.bytes }
    const body = await page.compressed(encoding)
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body }
  }
}
