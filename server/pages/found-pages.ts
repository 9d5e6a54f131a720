import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { POSTERS_AT } from '#shop/catalogue/about/poster-files.ts'
import type { Database } from '../database/database.ts'
import { acceptedEncoding, compress, knownTags, textAnswer, type Answer } from '../http/http-message.ts'
import { asVisitor } from './event-read.ts'
import { escapeHtml } from './html.ts'

export interface ListedEvent {
  id: string
  /** ISO instant of its last change. */
  changedAt: string
}

/** Pages that everybody may find, beside the events. */
const PAGES = [
  ...['/', '/concerts', '/about', '/contact', '/faq', '/help', '/terms', '/privacy', '/refund'],
  ...['/accessibility', '/no-tricks'],
]

/** A sitemap may list 50,000 addresses. */
const MAX_LISTED = 50_000 - PAGES.length

/** Returns sitemap.xml: the shop's pages and its events, those to come first. */
export function sitemapXml(address: string, events: readonly ListedEvent[]): string {
  const entry = (path: string, changedAt?: string): string =>
    `  <url><loc>${escapeHtml(address + path)}</loc>${changedAt ? `<lastmod>${escapeHtml(changedAt)}</lastmod>` : ''}</url>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...PAGES.map((path) => entry(path)),
    ...events.slice(0, MAX_LISTED).map(({ id, changedAt }) => entry(`/events/${id}`, changedAt)),
    '</urlset>',
    '',
  ].join('\n')
}

/** Returns robots.txt: nothing of the console, the backend or one person's own pages. */
export const robotsTxt = (address: string): string =>
  [
    'User-agent: *',
    ...[
      '/admin',
      '/cart',
      '/checkout',
      '/my-tickets',
      '/orders',
      '/profile',
      '/settings',
      '/auth/',
      '/rest/',
      '/storage/',
    ].map((path) => `Disallow: ${path}`),
    `Allow: ${POSTERS_AT}`,
    '',
    `Sitemap: ${address}/sitemap.xml`,
    '',
  ].join('\n')

const QUALITY = 5
/** Crawlers of a busy day read one answer, in ms. */
const KEPT_MS = 60_000

/** Serves `/robots.txt` and `/sitemap.xml` of one's own server. */
export class FoundPages {
  readonly #database: Pick<Database, 'transaction'>
  readonly #address: string
  #sitemap: { text: Promise<string>; until: number } | null = null

  constructor(database: Pick<Database, 'transaction'>, address: string) {
    this.#database = database
    this.#address = address
  }

  /** Returns null for every other address. */
  async answer(request: IncomingMessage, pathname: string): Promise<Answer | null> {
    const isMap = pathname === '/sitemap.xml'
    if (!isMap && pathname !== '/robots.txt') return null
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return textAnswer(405, 'This address is only for reading.', { allow: 'GET, HEAD' })
    const text = isMap ? await this.#map() : robotsTxt(this.#address)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}${encoding ? `-${encoding}` : ''}"`
    const headers: Record<string, string> = {
      'content-type': isMap ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      etag,
      vary: 'Accept-Encoding',
    }
    if (knownTags(request.headers).includes(etag)) return { status: 304, headers, body: null }
    const body = Buffer.from(text)
    if (!encoding) return { status: 200, headers, body }
    return {
      status: 200,
      headers: { ...headers, 'content-encoding': encoding },
      body: await compress(body, encoding, QUALITY),
    }
  }

  #map(): Promise<string> {
    const now = Date.now()
    if (!this.#sitemap || this.#sitemap.until < now) {
      const text = this.#read()
      text.catch(() => (this.#sitemap = null))
      this.#sitemap = { text, until: now + KEPT_MS }
    }
    return this.#sitemap.text
  }

  async #read(): Promise<string> {
    const rows = await asVisitor(this.#database, (sql) =>
      sql.query<{ id: string; updated_at: string }>(
        `select id, updated_at from public.events where date > now() - interval '1 day' order by date, id limit ${MAX_LISTED}`,
      ),
    )
    return sitemapXml(
      this.#address,
      rows.map((row) => ({ id: row.id, changedAt: new Date(row.updated_at).toISOString() })),
    )
  }
}
