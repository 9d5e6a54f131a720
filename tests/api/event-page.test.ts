import { ABOUT_COLUMNS, aboutOrNull } from '../../src/shop/catalogue/about/event-about.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIRST_TERMS } from '../../src/shop/terms/terms.ts'
import { common as enCommon } from '../../src/ui/messages/en/app/common.ts'
import { event as enEvent } from '../../src/ui/messages/en/shop/event.ts'
import { common as hiCommon } from '../../src/ui/messages/hi/app/common.ts'
import { event as hiEvent } from '../../src/ui/messages/hi/shop/event.ts'
import { common as mrCommon } from '../../src/ui/messages/mr/app/common.ts'
import { event as mrEvent } from '../../src/ui/messages/mr/shop/event.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, visitor } from '../support/server/visitor.ts'

/** Link previews run no script and read only the head. */

let shop: Shop
let event: { id: string; city: string; venue: string; singers: { id: string; name: string } }
beforeAll(async () => {
  shop = await startShop({ template: 'demo', on: 'postgres' })
  const { data } = await visitor(shop)
    .from('events')
    .select('id,city,venue,singers!events_singer_id_fkey(id,name)')
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

/** A change is in the page within about a second; a busy machine is slower. */
const SOON = { timeout: 30_000, interval: 50 }

test('the page of an event has its title, description and share tags', async () => {
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
  expect(imageOf(html)).toContain(`${shop.url}/events/${event.id}.png?v=`)
})

const imageOf = (html: string): string => /og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''

test('its picture is a PNG of 1200 × 630, kept for ever under its version, and made for published events alone', async () => {
  const { client } = await demoPerson(shop, 'admin')
  const name = '<b>"मेहर" & co'
  const singer = await client.from('singers').insert({ name }).select('id').single().throwOnError()
  const row = { singer_id: singer.data.id, city: 'Pune', venue: 'Small Hall', date: '2030-03-07T13:30:00Z' }
  const { data } = await client.from('events').insert(row).select('id').single().throwOnError()
  await expect.poll(async () => imageOf(await (await page(`/events/${data.id}`)).text()), SOON).toContain(data.id)
  const image = imageOf(await (await page(`/events/${data.id}`)).text())
  const [answer, other] = await Promise.all([fetch(image), fetch(`${image.split('?')[0]}?v=other`)])
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect([answer, other].map((one) => one.headers.get('cache-control'))).toEqual([
    'public, max-age=31536000, immutable',
    'no-cache',
  ])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThan(150_000)
  expect(Buffer.from(await other.arrayBuffer()).equals(bytes)).toBe(true)
  const etag = answer.headers.get('etag') ?? ''
  expect((await fetch(image, { headers: { 'if-none-match': etag } })).status).toBe(304)
  await client.rpc('unpublish_event', { p_event_id: data.id }).throwOnError()
  await expect.poll(async () => (await fetch(image)).status, SOON).toBe(404)
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x'])
    expect((await fetch(`${shop.url}/events/${id}.png`)).status).toBe(404)
})

test('the page is still the app: same policy, same scripts, and the event as data', async () => {
  const [plain, filled] = await Promise.all([page('/'), page(`/events/${event.id}`)])
  expect(filled.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'))
  const scripts = (html: string) => html.match(/<script\b[\s\S]*?<\/script>/g) ?? []
  const isData = (script: string) => /^<script type="application\/(ld\+)?json"/.test(script)
  const all = scripts(await filled.text())
  expect(all.filter((script) => !isData(script))).toEqual(
    scripts(await plain.text()).filter((script) => !isData(script)),
  )
  expect(all.filter(isData)).toHaveLength(4)
})

test.each([
  ['en', enCommon, enEvent],
  ['hi', hiCommon, hiEvent],
  ['mr', mrCommon, mrEvent],
] as const)('the bar of the seats has the words of the app: %s', async (language, common, words) => {
  const html = await (await page(`/events/${event.id}`, { 'accept-language': language })).text()
  const [bar] = /<div data-bottom-bar[\s\S]*<\/button><\/div>/.exec(html)!
  expect(bar).toContain(`data-seats="/events/${event.id}?seats=`)
  const [from, allIn] = [common['common.from'], common['common.allIn']].map((word) => word({ amount: '|' }).split('|'))
  for (const text of [...from!, ...allIn!, words['event.chooseSeats']]) expect(bar).toContain(text)
})

test('the page has the shop’s terms, so that prices are right before the first sync', async () => {
  const html = await (await page(`/events/${event.id}`)).text()
  const terms = /<script type="application\/json" id="shop-terms">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const [written] = JSON.parse(terms) as (typeof FIRST_TERMS)[]
  expect(written).toEqual({ ...FIRST_TERMS, hasGstin: true, taxRules: written?.taxRules })
  expect(written?.taxRules).toHaveLength(2)
})

const written = (html: string) =>
  JSON.parse(/<script type="application\/json" id="written-event">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? 'null')

test('the embedded event is exactly what the public may read', async () => {
  const { data } = await visitor(shop)
    .from('events')
    .select(
      'id,city,venue,date,previous_date,status,genre,paused_at,screen_only,state,singers!events_singer_id_fkey(id,name),' +
        `${ABOUT_COLUMNS},` +
        'ticket_categories!ticket_categories_event_id_fkey(id,event_id,name,price,total_tickets,tickets_sold,tickets_kept,grid_columns,is_standing,sale_from,sale_until,phases,is_free)',
    )
    .eq('id', event.id)
    .single()
  // oxlint-disable-next-line no-explicit-any -- rows as they come over the wire
  const row = data as any
  const found = written(await (await page(`/events/${event.id}`)).text())
  const { categories, ...rest } = found
  expect(rest).toEqual({
    id: row.id,
    singer: row.singers,
    city: row.city,
    venue: row.venue,
    date: new Date(row.date).toISOString(),
    previousDate: null,
    about: aboutOrNull(row),
    status: 'scheduled',
    cancelledReason: null,
    genre: row.genre,
    pausedAt: row.paused_at,
    screenOnly: row.screen_only,
    hasQueue: false,
    state: row.state,
  })
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  // oxlint-disable-next-line no-explicit-any -- as above
  const plain = (one: any) => {
    expect(Object.keys(one.layout ?? {}).length === 0 || one.layout.sections.length === 0).toBe(true)
    return { ...one, layout: undefined }
  }
  expect(categories.map(plain).sort(byId)).toEqual(
    row.ticket_categories
      // oxlint-disable-next-line no-explicit-any -- as above
      .map((one: any) => ({
        id: one.id,
        eventId: one.event_id,
        name: one.name,
        price: Math.round(Number(one.price) * 100),
        totalTickets: one.total_tickets,
        ticketsSold: one.tickets_sold,
        ticketsKept: one.tickets_kept,
        gridColumns: one.grid_columns,
        standing: one.is_standing,
        saleFrom: one.sale_from,
        saleUntil: one.sale_until,
        phases: one.phases,
        free: one.is_free,
        layout: undefined,
      }))
      .sort(byId),
  )
})

test('answers in Hindi or Marathi when the browser asks for it, else in English', async () => {
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

test('is revalidated each time and sent again only after a change', async () => {
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
  const name = 'The "Other" <Hall> & Garden'
  const { error } = await admin.client.from('singers').update({ name }).eq('id', event.singers.id)
  expect(error).toBeNull()
  // The page is read again at most once a second.
  await expect.poll(async () => (await page(path, {}, 'HEAD')).headers.get('etag'), SOON).not.toBe(etag)
  expect(await (await page(path, {}, 'HEAD')).text()).toBe('')
  const changed = await page(path, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  const html = await changed.text()
  expect(html).toContain('The &quot;Other&quot; &lt;Hall&gt; &amp; Garden')
  expect(written(html).singer.name).toBe(name)
})

test('follows an event that is paused, resumed, unpublished, published, cancelled and deleted', async () => {
  const { client } = await demoPerson(shop, 'admin')
  const { data: singer } = await client.from('singers').select('id').limit(1).single().throwOnError()
  const row = { singer_id: singer.id, city: 'Pune', venue: 'Small Hall', date: '2030-03-06T13:30:00Z' }
  const made = await client.from('events').insert(row).select('id').single().throwOnError()
  const { id } = made.data
  const plain = await (await page('/')).text()
  const html = async () => (await page(`/events/${id}`)).text()
  const reads = (what: (html: string) => unknown) => expect.poll(async () => what(await html()), SOON)
  const change = (name: string, more = {}) => client.rpc(name, { p_event_id: id, ...more }).throwOnError()

  await reads((text) => written(text)).toMatchObject({ venue: 'Small Hall', status: 'scheduled', pausedAt: null })
  await change('pause_event')
  await reads((text) => written(text).pausedAt).not.toBeNull()
  await change('resume_event')
  await reads((text) => written(text).pausedAt).toBeNull()
  await change('unpublish_event')
  await reads((text) => text).toBe(plain)
  await change('publish_event')
  await reads((text) => written(text)?.venue).toBe('Small Hall')
  await change('cancel_event', { p_reason: 'Rain' })
  await reads((text) => written(text)).toMatchObject({ status: 'cancelled', cancelledReason: 'Rain' })
  expect(await html()).toMatch(/<meta name="description" content="Cancelled: /)
  await client.from('events').delete().eq('id', id).throwOnError()
  await reads((text) => text).toBe(plain)
})

test('is the same for many at once, compressed or not', async () => {
  const path = `/events/${event.id}`
  const asked = Array.from({ length: 60 }, (_, at) =>
    page(path, { 'accept-encoding': ['br', 'gzip', 'identity'][at % 3]! }),
  )
  const answers = await Promise.all(asked)
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(bodies).size).toBe(1)
  expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(3)
})

test('is small even with forty categories in a hall of ten thousand seats', async () => {
  const { client } = await demoPerson(shop, 'admin')
  const inserted = async (table: string, row: object): Promise<string> =>
    (await client.from(table).insert(row).select('id').single().throwOnError()).data.id
  const seats = Array.from({ length: 250 }, (_, seat) => seat + 1)
  const sections = Array.from({ length: 40 }, (_, at) => ({
    code: `S${at}`,
    name: `Section ${at}`,
    rows: [{ label: 'A', seats }],
  }))
  const inHalfAYear = new Date(Date.now() + 180 * 24 * 3_600_000).toISOString()
  const where = { city: 'Pune', venue: 'Large Hall', date: inHalfAYear }
  const id = await inserted('events', { singer_id: event.singers.id, ...where })
  const layout = await inserted('seating_layouts', { name: 'Large Hall', layout_data: { stage: 'Stage', sections } })
  for (const [at, { code, name }] of sections.entries()) {
    const category = await inserted('ticket_categories', { event_id: id, name, price: 1000 + at, total_tickets: 1 })
    const link = { ticket_category_id: category, seating_layout_id: layout, section_ids: [code] }
    await client.from('ticket_category_layouts').insert(link).throwOnError()
  }
  const html = await (await page(`/events/${id}`)).text()
  const found = written(html)
  expect(found.categories).toHaveLength(40)
  expect(found.categories[0]).toMatchObject({ name: 'Section 39', totalTickets: 250, layout: { name: 'Large Hall' } })
  const plain = await (await page('/')).text()
  expect(html.length - plain.length).toBeLessThan(30_000)
})

test('robots find the sitemap, which names every event that a visitor may read', async () => {
  const robots = await (await fetch(`${shop.url}/robots.txt`)).text()
  const answer = await fetch(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '')
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const xml = await answer.text()
  const { data } = await visitor(shop).from('events').select('id').gt('date', new Date().toISOString()).throwOnError()
  for (const { id } of data) expect(xml).toContain(`/events/${id}</loc>`)
})

test('answers a preview and an unknown event with the app’s plain page', async () => {
  const plain = await (await page('/')).text()
  for (const path of [
    '/preview',
    '/events',
    '/events/nothing',
    '/events/00000000-0000-4000-8000-000000000000',
    '/no/such/page',
  ]) {
    const answer = await page(path)
    expect(answer.status, path).toBe(200)
    expect(await answer.text(), path).toBe(plain)
  }
  expect((await page(`/events/${event.id}`, { accept: 'application/json' })).status).toBe(404)
})
