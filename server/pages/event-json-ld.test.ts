import { expect, test } from 'vitest'
import { aCategory, anEvent } from '../../tests/support/concerts/plain-rows.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { eventPage } from './event-page.ts'
import { inlineScriptHashes } from '../http/security-headers.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const id = '8a1b6f7e-0000-4000-8000-000000000001'
const category = (name: string, price: number, ticketsSold = 0) =>
  aCategory({ id: `8a1b6f7e-0000-4000-8000-00000000000${price % 10}`, eventId: id, name, price, ticketsSold })
const event = anEvent({
  id,
  about: {
    description: 'An **evening** of [ghazals](https://x.example).',
    lineUp: ['Meher Qazi', 'Om Rao (tabla)'],
    doorsAt: '2026-12-05T13:00:00.000Z',
    endsAt: '2026-12-05T17:30:00.000Z',
    listenUrl: null,
    minimumAge: 12,
    sungIn: ['Urdu', 'Hindi'],
    rules: null,
    poster: { path: `${id}/0123456789abcdef-1280x1600-webp`, alt: 'A singer under "one" lamp' },
  },
  categories: [category('Gold', 150000), category('Silver', 50000, 100)],
})
const about = {
  address: 'https://t.in',
  posters: 'https://t.in',
  shop: 'Mehfil',
  now: NOW,
  terms: [FIRST_TERMS],
  summary: 'Words',
}
const ld = (more: Partial<CatalogueEvent> = {}) => eventJsonLd({ ...event, ...more }, about)

test('says who plays where, when and for how much', () => {
  expect(ld()).toMatchObject({
    '@type': 'MusicEvent',
    name: 'Meher Qazi, Mumbai',
    description: 'An evening of ghazals.',
    startDate: '2026-12-05T19:30:00+05:30',
    doorTime: '2026-12-05T18:30:00+05:30',
    endDate: '2026-12-05T23:00:00+05:30',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { name: 'Saptak Hall', address: { addressLocality: 'Mumbai', addressCountry: 'IN' } },
    performer: [{ name: 'Meher Qazi' }, { name: 'Om Rao (tabla)' }],
    image: [
      {
        url: `https://t.in/storage/v1/object/public/posters/${event.about?.poster?.path}-1280.jpg`,
        width: 1280,
        height: 1600,
      },
    ],
    inLanguage: ['Urdu', 'Hindi'],
    offers: [
      { name: 'Gold', price: '1800.00', priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
      { name: 'Silver', price: '620.00', availability: 'https://schema.org/SoldOut' },
    ],
  })
})

test('an event without words, poster and tickets says what is known', () => {
  const bare = ld({ about: null, categories: [] })
  expect(bare).toMatchObject({ description: 'Words', performer: [{ name: 'Meher Qazi' }] })
  for (const part of ['doorTime', 'endDate', 'image', 'inLanguage', 'offers', 'previousStartDate'])
    expect(bare).not.toHaveProperty(part)
})

test('a moved event is rescheduled, a cancelled one cancelled and no longer sold', () => {
  expect(ld({ previousDate: '2026-11-28T14:00:00.000Z' })).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: '2026-11-28T19:30:00+05:30',
  })
  const cancelled = ld({ previousDate: '2026-11-28T14:00:00.000Z', status: 'cancelled' })
  expect(cancelled).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
  expect(cancelled).not.toHaveProperty('offers')
})

const html =
  '<!doctype html><html><head><title>Mehfil</title><script>theme()</script><meta name="description" content="x" /></head>' +
  '<body><div id="root"><!-- concert --></div></body></html>'
const ldOf = (page: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? 'null')

test.each(['</script><script>alert(1)</script>', '<!--<script>', '"}],"x":[{"', '$& \u2028'])(
  'no name breaks out of it: %j',
  (name) => {
    const odd = {
      ...event,
      singer: { ...event.singer, name },
      about: { ...event.about!, description: name, lineUp: [name] },
    }
    const page = eventPage(html, odd, FIRST_LOOK, 'https://t.in', NOW)
    expect(ldOf(page)).toMatchObject({ name: `${name}, Mumbai` })
    expect(inlineScriptHashes(page)).toEqual(inlineScriptHashes(html))
    expect(page.match(/<script/g)).toHaveLength(4)
  },
)
