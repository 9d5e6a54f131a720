import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { aCategory, anEvent } from '../../tests/support/concerts/plain-rows.ts'
import { PAST_KEPT_MS, posterOf, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { describeEvent, eventPage, EventPages } from './event-page.ts'
import { inlineScriptHashes } from '../http/security-headers.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const html =
  '<!doctype html><html><head><title>Mehfil: concert tickets in India</title><script>theme()</script>' +
  '<meta\n name="description"\n content="Choose your own seat." /></head><body><title>no</title>' +
  '<div id="root"><!-- concert --><!-- seats --></div></body></html>'
const id = '8a1b6f7e-0000-4000-8000-000000000001'
const category = aCategory()
const event = anEvent({ id })
const DAY_MS = 24 * 3_600_000
const cancelled: CatalogueEvent = { ...event, status: 'cancelled' }
const named = (name: string): CatalogueEvent => ({ ...event, singer: { ...event.singer, name } })
const pageOf = (one: CatalogueEvent, language?: 'en' | 'hi' | 'mr'): string =>
  eventPage(html, one, FIRST_LOOK, 'https://mehfil.example', NOW, language)
/** Returns the embedded data as the app reads it, or null. */
const written = (page: string): unknown =>
  JSON.parse(/<script type="application\/json" id="written-event">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? 'null')

test('a preview has place, time and the full price', () => {
  expect(describeEvent(event, NOW)).toBe(
    'Meher Qazi at Saptak Hall, Mumbai. Sat 5 Dec 2026, 7:30 pm IST. Tickets from ₹1,500, ₹1,800 all in.',
  )
  expect(describeEvent(cancelled, NOW)).toBe(
    'Cancelled: Meher Qazi at Saptak Hall, Mumbai. Sat 5 Dec 2026, 7:30 pm IST.',
  )
  expect(describeEvent(event, new Date(event.date))).not.toContain('₹')
  expect(describeEvent({ ...event, categories: [] }, NOW)).not.toContain('₹')
  // The cheapest category that is on sale, as on the page.
  const gone = { ...category, price: 100000, ticketsSold: 100 }
  expect(describeEvent({ ...event, categories: [category, gone] }, NOW)).toContain('from ₹1,500')
})

test('a preview has a picture of its own, whose address changes with what is in it', () => {
  const page = pageOf(event)
  const image = /og:image" content="([^"]*)"/.exec(page)?.[1] ?? ''
  expect(image).toMatch(/^https:\/\/mehfil\.example\/events\/[0-9a-f-]{36}\.png\?v=[\w-]{16}$/)
  for (const tag of [
    'type" content="image/png',
    'width" content="1200',
    'height" content="630',
    'alt" content="Meher Qazi at ',
  ])
    expect(page).toContain(`<meta property="og:image:${tag}`)
  expect(page).toContain('<meta name="twitter:card" content="summary_large_image" />')
  expect(pageOf(event, 'hi')).toContain(`content="${image}"`)
  for (const other of [named('Arca'), cancelled, { ...event, venue: 'Hall' }, { ...event, date: NOW.toISOString() }])
    expect(pageOf(other)).not.toContain(image)
  // Prices and seats are not in it.
  expect(pageOf({ ...event, categories: [] })).toContain(`content="${image}"`)
})

test('escapes what staff typed and changes no script', () => {
  const odd = named(`"><script>alert(1)</script> $& $1 O'Neill & Söhne`)
  const page = eventPage(html, odd, FIRST_LOOK, 'https://mehfil.example', NOW)
  const name = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $1 O&#39;Neill &amp; Söhne'
  expect(page).toContain(`<title>${name}, Mumbai · Mehfil</title>`)
  expect(page).toContain(`<meta property="og:title" content="${name}, Mumbai · Mehfil" />`)
  expect(page).toContain(`<meta property="og:url" content="https://mehfil.example/events/${event.id}" />`)
  expect(page).not.toContain('Choose your own seat.')
  expect(page.match(/name="description"/g)).toHaveLength(1)
  expect(inlineScriptHashes(page)).toEqual(inlineScriptHashes(html))
})

test('uses and declares the requested language', () => {
  expect(describeEvent(event, NOW, 'hi')).toBe(
    'Meher Qazi, Saptak Hall, Mumbai। शनि 5 दिसंबर 2026, शाम 7:30 बजे (IST)। टिकट ₹1,500 से, सब मिलाकर ₹1,800।',
  )
  expect(describeEvent(cancelled, NOW, 'mr')).toBe(
    'रद्द: Meher Qazi, Saptak Hall, Mumbai. शनि 5 डिसेंबर 2026, सायंकाळी 7:30 (IST).',
  )
  const page = eventPage(`<html class="a" lang="en-IN">${html}`, event, FIRST_LOOK, 'https://t.in', NOW, 'mr')
  expect(page).toContain('<html class="a" lang="mr-IN">')
  expect(page).toContain('<meta property="og:locale" content="mr_IN" />')
  expect(page).toContain('सर्व मिळून ₹1,800.')
})

test.each([
  ['ends the element', '</script><script>alert(1)</script>'],
  ['begins a comment', '<!-- <script>'],
  ['quotes', `"'\\" \\u003c & &amp; $& $1`],
  ['Hindi, emoji and a lone half of one', 'मेहर क़ाज़ी 🎶 \ud83c'],
  ['right to left', '\u202eمحفل\u202c'],
  ['lines of older JavaScript', 'a\u2028b\u2029c'],
])('embeds the event as data, safe for any name: %s', (_, name) => {
  const page = pageOf({ ...named(name), venue: name, categories: [{ ...category, name }] })
  expect(written(page)).toEqual({ ...named(name), venue: name, categories: [{ ...category, name }] })
  expect(inlineScriptHashes(page)).toEqual(inlineScriptHashes(html))
  expect(page.match(/<script/g)).toHaveLength(4)
  expect(page.match(/<!--/g)).toBeNull()
  expect(page.match(/<\/body>/g)).toHaveLength(1)
})

test('the frame shows the event before any script has run', () => {
  const page = pageOf({ ...named('A & <b>B</b>'), genre: 'Classical' })
  const frame = /<div id="root">([\s\S]*)<\/div><script/.exec(page)?.[1] ?? ''
  expect(frame).toContain('>A &amp; &lt;b&gt;B&lt;/b&gt;</h1>')
  expect(frame).toContain(`src="/posters/${posterOf(id)}.svg"`)
  for (const text of ['>05<', '>Dec<', '>Sat <span lang="hi"', 'शनि', '7:30 pm', 'Mumbai', 'मुंबई'])
    expect(frame).toContain(text)
  expect(frame).toContain('Saptak Hall')
  const hindi = pageOf(event, 'hi')
  expect(hindi).toContain('शनि 5 दिसंबर 2026')
  expect(hindi).toContain('class="words')
})

test('the frame has the year of an event more than six months ahead', () => {
  const far = { ...event, date: '2027-10-09T14:00:00.000Z' }
  expect(pageOf(event)).toContain('>Dec<span class="block')
  expect(pageOf(far)).toMatch(/>Oct<span class="[^"]*"> 2027<\/span><span class="block/)
  expect(pageOf(far, 'mr')).toMatch(/>शनि<span class="[^"]*"> 2027<\/span><\/span>/)
})

test('the date of a sold-out event is not lit', () => {
  const lit = 'bg-accent text-accent-ink'
  expect(pageOf(event)).toContain(lit)
  const soldOut = pageOf({ ...event, categories: [{ ...category, ticketsSold: 100 }] })
  expect(soldOut).toContain('Saptak Hall</span>')
  expect(soldOut).not.toContain(lit)
})

test('the frame shows only the name of a cancelled, moved or past event', () => {
  const moved = { ...event, previousDate: '2026-12-04T14:00:00.000Z' }
  const over = { ...event, date: new Date(NOW.getTime() - DAY_MS).toISOString() }
  for (const one of [cancelled, moved, over]) {
    const page = pageOf(one)
    expect(page).toContain('>Meher Qazi</h1>')
    expect(page).not.toContain('Saptak Hall</span>')
    expect(written(page)).toEqual(one)
  }
})

test('leaves the page unchanged for an expired or too large event', () => {
  const old = { ...event, date: new Date(NOW.getTime() - PAST_KEPT_MS).toISOString() }
  const large = { ...event, categories: Array.from({ length: 400 }, () => category) }
  for (const one of [old, large]) {
    const page = pageOf(one)
    expect(page).toContain('<title>Meher Qazi, Mumbai · Mehfil</title>')
    expect(written(page)).toBeNull()
    expect(page).toContain('<div id="root"><!-- concert --></div>')
  }
  expect(written(pageOf({ ...event, date: new Date(NOW.getTime() - PAST_KEPT_MS + 1).toISOString() }))).not.toBeNull()
})

test('an event that cannot be read is 503 with the app’s page; one that does not exist is the app’s own', async () => {
  const request = { method: 'GET', headers: { 'sec-fetch-mode': 'navigate' } } as unknown as IncomingMessage
  let works = false
  const transaction = (async (work: (sql: { query: () => Promise<never[]> }) => Promise<unknown>) => {
    if (!works) throw new Error('the database is away')
    return work({ query: async () => [] })
  }) as never
  const ask = (pages: EventPages) => pages.answer(request, `/events/${id}`, '192.0.2.1')
  const answer = await ask(new EventPages({ transaction }, html, 'https://mehfil.example'))
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
  expect(String(answer?.body)).toBe(html)
  works = true
  expect(await ask(new EventPages({ transaction }, html, 'https://mehfil.example'))).toBeNull()
})

test('no bar where nothing can be bought at once', () => {
  const onSale = { ...event, hasQueue: false }
  expect(pageOf(onSale)).toContain('data-bottom-bar')
  for (const other of [
    { ...onSale, hasQueue: true },
    { ...onSale, status: 'cancelled' as const },
    { ...onSale, categories: [] },
    { ...onSale, categories: [{ ...category, free: true, price: 0 }] },
    { ...onSale, categories: [{ ...category, ticketsSold: category.totalTickets }] },
  ])
    expect(pageOf(other)).not.toContain('data-bottom-bar')
})
