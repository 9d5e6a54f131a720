import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listening } from '../../tests/support/server/listening.ts'
import { robotsTxt, sitemapXml } from './found-pages.ts'
import { previewFiles } from './preview/static-previews.ts'
import { foundFiles, readHosted } from './static-events.ts'

const id = '8a1b6f7e-0000-4000-8000-000000000001'
const NOW = new Date('2026-11-20T10:00:00Z')

test('the sitemap lists pages and events, escaped', () => {
  const xml = sitemapXml('https://t.in/a&b', [{ id, changedAt: '2026-11-01T00:00:00.000Z' }])
  expect(xml).toContain('<loc>https://t.in/a&amp;b/</loc>')
  expect(xml).toContain(`<loc>https://t.in/a&amp;b/events/${id}</loc><lastmod>2026-11-01T00:00:00.000Z</lastmod>`)
  expect(xml).not.toContain('/admin')
})

test('robots read no console, and find the sitemap', () => {
  expect(robotsTxt('https://t.in')).toMatch(/^User-agent: \*\nDisallow: \/admin\n/)
  expect(robotsTxt('https://t.in')).toContain('\nSitemap: https://t.in/sitemap.xml\n')
})

const row = {
  id,
  singer_id: 's1',
  city: 'Pune',
  venue: 'Gandharva',
  date: '2026-12-05T14:00:00+00:00',
  previous_date: null,
  status: 'scheduled',
  cancelled_reason: null,
  screen_only: false,
  genre: null,
  description: 'An evening.',
  line_up: null,
  listen_url: null,
  doors_at: null,
  ends_at: null,
  minimum_age: null,
  sung_in: ['Marathi'],
  rules: null,
  poster: `${id}/0123456789abcdef-1280x1600-webp`,
  poster_alt: 'A singer',
  updated_at: '2026-11-02T00:00:00+00:00',
  singers: { id: 's1', name: '</script>Meher' },
  ticket_categories: [
    {
      ...{ id: 'c1', event_id: id, name: 'Gold', price: 1500, total_tickets: 10, tickets_sold: 0, tickets_kept: 0 },
      ...{ grid_columns: 10, is_standing: false, sale_from: null, sale_until: null, phases: [], is_free: false },
    },
  ],
}
const asked: string[] = []
const backend = createServer((request, response) => {
  asked.push(`${String(request.headers['apikey'])} ${decodeURIComponent(request.url ?? '')}`)
  const shop = [{ name: 'राग & Co', short_name: null, accent: null, taglines: {}, tiles: [], revision: 2 }]
  const asksEvents = request.url?.includes('/events?') && !request.url.includes('id=gt.')
  const rows = request.url?.includes('/shop_settings?') ? shop : asksEvents ? [row] : []
  response.end(JSON.stringify(rows))
})
let origin: string
beforeAll(async () => void (origin = await listening(backend)))
afterAll(() => void backend.close())

test('a static host gets a page for each event that a visitor may read', async () => {
  const html =
    '<html lang="en"><head><title>M</title><meta name="description" content="x" /></head><body><!-- concert --></body></html>'
  const files = foundFiles(html, await readHosted(origin, 'public-key', NOW), {
    address: 'https://t.in',
    backend: origin,
    now: NOW,
  })
  expect(asked.every((line) => line.startsWith('public-key '))).toBe(true)
  expect(asked.some((line) => line.includes('/rest/v1/terms_by_day?'))).toBe(true)
  expect(Object.keys(files)).toEqual(['robots.txt', 'sitemap.xml', `events/${id}.html`])
  expect(files['sitemap.xml']).toContain(`/events/${id}</loc><lastmod>2026-11-02`)
  const page = files[`events/${id}.html`] ?? ''
  expect(page).toContain(`"url":"${origin}/storage/v1/object/public/posters/${row.poster}-1280.jpg"`)
  expect(page).toContain(`content="https://t.in/events/${id}.png?v=`)
  expect(page.match(/<\/script>/g)).toHaveLength(1)
  expect(page).toContain('"inLanguage":["Marathi"]')
  expect(page).toContain('"price":"1800.00"')
  expect(page).toContain(' · राग &amp; Co</title>')
  // Prices and seats would be old on the next visit.
  expect(page).toContain('<!-- concert -->')
})

test('a static host gets a picture of each, drawn again only when something in it changed', async () => {
  const catalogue = await readHosted(origin, 'public-key', NOW)
  const files = { backend: origin, drawn: () => '<svg xmlns="http://www.w3.org/2000/svg"/>', earlier: () => null }
  const pictures = await previewFiles(catalogue, files)
  expect(Object.keys(pictures)).toEqual([`events/${id}.png`])
  const first = pictures[`events/${id}.png`]!
  expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1200, 630])
  const kept = Buffer.from('earlier')
  const page = '<meta name="description" content="">'
  const html = foundFiles(page, catalogue, { address: '', backend: origin, now: NOW })[`events/${id}.html`]!
  const earlier = (name: string): Buffer => (name.endsWith('.html') ? Buffer.from(html) : kept)
  expect(await previewFiles(catalogue, { ...files, earlier })).toEqual({ [`events/${id}.png`]: kept })
})

test('a backend that refuses is said', async () => {
  await expect(readHosted('http://127.0.0.1:9', 'k', NOW)).rejects.toThrow()
})
