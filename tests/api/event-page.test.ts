import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShop, type Shop } from '../support/shop.ts'
import { demoPerson, visitor } from '../support/visitor.ts'

/** What a messenger gets that unfurls the link of a concert: it runs no script and reads only the head. */

let shop: Shop
let event: { id: string; city: string; venue: string; singers: { name: string } }
beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  const { data } = await visitor(shop)
    .from('events')
    .select('id,city,venue,singers!events_singer_id_fkey(name)')
    .eq('status', 'scheduled')
    .gt('date', new Date().toISOString())
    .order('date')
    .limit(1)
    .single()
  event = data as unknown as typeof event
})
afterAll(async () => shop?.dispose())

const page = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(shop.url + path, { method, headers: { accept: 'text/html', 'accept-encoding': 'identity', ...headers } })

test('the page of a concert carries its title, description and share tags', async () => {
  const answer = await page(`/events/${event.id}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const html = await answer.text()
  expect(html).toContain(`<title>${event.singers.name}, ${event.city} · Mehfil</title>`)
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1]
  expect(description).toContain(`${event.singers.name} at ${event.venue}, ${event.city}.`)
  expect(description).toMatch(/\d{4}, \d+:\d\d (am|pm) IST\. Tickets from ₹[\d,]+, ₹[\d,.]+ all in\.$/)
  expect(html).toContain(`<meta property="og:description" content="${description}" />`)
  expect(html).toContain(`<meta property="og:url" content="${shop.url}/events/${event.id}" />`)
  const image = /og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
  expect((await fetch(image)).headers.get('content-type')).toBe('image/png')
})

test('it is the app all the same: one policy, the same scripts', async () => {
  const [plain, filled] = await Promise.all([page('/'), page(`/events/${event.id}`)])
  expect(filled.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'))
  const scripts = (html: string) => html.match(/<script\b[\s\S]*?<\/script>/g)
  expect(scripts(await filled.text())).toEqual(scripts(await plain.text()))
})

test('a browser that asks for Hindi or Marathi is answered in it, a crawler that asks for nothing in English', async () => {
  const path = `/events/${event.id}`
  const english = await page(path)
  const marathi = await page(path, { 'accept-language': 'mr-IN,mr;q=0.9,en;q=0.8' })
  expect(marathi.headers.get('content-language')).toBe('mr-IN')
  expect(marathi.headers.get('vary')).toContain('Accept-Language')
  expect(marathi.headers.get('etag')).not.toBe(english.headers.get('etag'))
  const html = await marathi.text()
  expect(html).toContain('<html lang="mr-IN"')
  expect(html).toMatch(/<meta name="description" content="[^"]*तिकिटे ₹[\d,]+ पासून, सर्व मिळून ₹[\d,.]+\."/)
  expect(await english.text()).toContain('<html lang="en-IN"')
})

test('it is asked for again each time, and sent again only when the concert has changed', async () => {
  const path = `/events/${event.id}`
  const first = await page(path)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect((await page(path, { 'if-none-match': etag })).status).toBe(304)
  expect((await page(path, {}, 'HEAD')).headers.get('etag')).toBe(etag)
  const compressed = await page(path, { 'accept-encoding': 'br' })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(compressed.headers.get('etag')).not.toBe(etag)
  expect(await compressed.text()).toBe(await first.text())

  const admin = await demoPerson(shop, 'admin')
  const venue = 'The "Other" <Hall> & Garden'
  const { error } = await admin.client.from('events').update({ venue }).eq('id', event.id)
  expect(error).toBeNull()
  const changed = await page(path, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(await changed.text()).toContain('The &quot;Other&quot; &lt;Hall&gt; &amp; Garden')
})

test('an address that names no concert is the app’s plain page, like every unknown address', async () => {
  const plain = await (await page('/')).text()
  for (const path of ['/events', '/events/nothing', '/events/00000000-0000-4000-8000-000000000000', '/no/such/page']) {
    const answer = await page(path)
    expect(answer.status, path).toBe(200)
    expect(await answer.text(), path).toBe(plain)
  }
  expect((await page(`/events/${event.id}`, { accept: 'application/json' })).status).toBe(404)
})
