import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { formatDayTime } from '#domain/ist.ts'
import { languageTag, type Language } from '#domain/language.ts'
import { priceOrder, toPaise } from '#domain/money.ts'
import type { Database } from './database.ts'
import { acceptedEncoding, compress, type Answer } from './http-message.ts'
import { isNavigation } from './static-files.ts'
import { acceptedLanguage, inLanguage } from './words.ts'

/** What a link preview says of a concert. */
export interface EventPreview {
  id: string
  singer: string
  city: string
  venue: string
  date: Date
  cancelled: boolean
  /** Paise of the cheapest seat; null when nothing is sold. */
  from: number | null
}

const EVENT_PATH = /^\/events\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i
/** Previews want a raster picture; the posters are drawings. */
const PICTURE_PATH = '/icons/mark-512.png'
/** Brotli's quality while somebody waits. */
const LIVE_QUALITY = 4

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
const rupees = (paise: number): string =>
  `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: paise % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 })}`

/** One sentence or two: where, when, from how much. Prices only of what can be bought at `now`. */
export function describeEvent(event: EventPreview, now: Date, language: Language = 'en'): string {
  return inLanguage(language, (words) => {
    const concert = words.concert({ ...event, when: formatDayTime(event.date) })
    if (event.cancelled) return words.cancelled({ concert })
    if (event.date <= now || event.from === null) return concert
    const { total } = priceOrder([{ unitPrice: event.from, quantity: 1 }])
    return words.onSale({ concert, from: rupees(event.from), total: rupees(total) })
  })
}

/**
 * The app's page with title, description and share tags of one concert, in a language: link previews run no script.
 * The page itself puts its own `lang`, by the same languages, before it paints. Everything that staff typed is escaped. Scripts are left as they are, so that the hashes of the Content-Security-Policy hold.
 */
export function eventPage(
  html: string,
  event: EventPreview,
  shop: string,
  address: string,
  now: Date,
  language: Language = 'en',
): string {
  const title = escapeHtml(`${event.singer}, ${event.city} · ${shop}`)
  const description = escapeHtml(describeEvent(event, now, language))
  const url = escapeHtml(`${address}/events/${event.id}`)
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', escapeHtml(shop)],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', escapeHtml(address + PICTURE_PATH)],
    ['og:locale', languageTag(language).replace('-', '_')],
  ].map(([property, content]) => `<meta property="${property}" content="${content}" />`)
  const head = [
    `<meta name="description" content="${description}" />`,
    ...tags,
    `<meta name="twitter:card" content="summary" />`,
    `<link rel="canonical" href="${url}" />`,
  ].join('\n    ')
  // Replaced by functions: a name with `$&` in it is a name.
  return html
    .replace(/(<html\b[^>]*\blang=")[^"]*/, (_, before: string) => before + languageTag(language))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => head)
}

/** Answers the addresses of concerts with pages that previews understand. */
export class EventPages {
  readonly #database: Database
  readonly #html: string
  readonly #shop: string
  readonly #address: string

  constructor(database: Database, html: string, shop: string, address: string) {
    this.#database = database
    this.#html = html
    this.#shop = shop
    this.#address = address
  }

  /** Null for every address that is no concert's: the app's plain page says what it says of any unknown address. */
  async answer(request: IncomingMessage, pathname: string): Promise<Answer | null> {
    const id = EVENT_PATH.exec(pathname)?.[1]
    if (!id || this.#html === '' || !isNavigation(request.method ?? 'GET', pathname, request.headers)) return null
    // The page opens from the device even while the database cannot be asked.
    const event = await this.#read(id.toLowerCase()).catch(() => null)
    if (!event) return null
    const language = acceptedLanguage(request.headers['accept-language'])
    const body = Buffer.from(eventPage(this.#html, event, this.#shop, this.#address, new Date(), language))
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const mark = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    const etag = `"${mark}${encoding ? `-${encoding}` : ''}"`
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag,
      'content-language': languageTag(language),
      vary: 'Accept-Encoding, Accept-Language',
    }
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (known.includes(etag) || known.includes('*')) return { status: 304, headers, body: null }
    if (!encoding) return { status: 200, headers, body }
    const smaller = await compress(body, encoding, LIVE_QUALITY)
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body: smaller }
  }

  async #read(id: string): Promise<EventPreview | null> {
    const [row] = await this.#database.query<{
      singer: string
      city: string
      venue: string
      date: string
      status: string
      price: string | number | null
    }>(
      `select s.name as singer, e.city, e.venue, e.date, e.status,
              (select min(c.price) from public.ticket_categories c where c.event_id = e.id) as price
         from public.events e join public.singers s on s.id = e.singer_id where e.id = $1`,
      [id],
    )
    if (!row) return null
    return {
      id,
      singer: row.singer,
      city: row.city,
      venue: row.venue,
      date: new Date(row.date),
      cancelled: row.status === 'cancelled',
      from: row.price === null ? null : toPaise(row.price),
    }
  }
}
