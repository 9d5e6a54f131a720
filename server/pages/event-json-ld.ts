import {
  categoryLeft,
  isSelling,
  isToCome,
  type CatalogueEvent,
  type TicketCategory,
} from '#shop/catalogue/catalogue.ts'
import { phasesLeft } from '#shop/catalogue/sale/phases.ts'
import { windowState } from '#shop/catalogue/sale/sale-window.ts'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { plainText } from '#shop/catalogue/about/event-text.ts'
import { posterName, posterUrl } from '#shop/catalogue/about/poster-files.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { allInPrice } from '#shop/prices/rates.ts'
import { termsOn, type ShopTerms } from '#shop/terms/terms.ts'

interface Poster {
  url: string
  width: number
  height: number
  alt: string
}

/** Returns an event's poster for search engines, which read JPEG; null without. `origin`: of the server with its files. */
function posterFor(event: CatalogueEvent, origin: string): Poster | null {
  const poster = ownPoster(event)
  const name = poster && posterName(poster.path)
  if (!name) return null
  return {
    url: posterUrl(poster.path, 1280, 'jpg', origin),
    width: name.width,
    height: name.height,
    alt: poster.alt,
  }
}

const MAX_DESCRIPTION = 500
const NS = 'https://schema.org'

/** '2026-12-05T19:30:00+05:30': search engines show the hour as it is written. */
const inIndia = (instant: string): string => `${dayKey(instant)}T${timeKey(instant)}:00+05:30`

/**
 * Returns an event as schema.org/MusicEvent for search engines. Prices are what a customer pays in all; offers only until
 * it begins. `summary` stands for the text of an event without one.
 */
export function eventJsonLd(
  event: CatalogueEvent,
  about: {
    address: string
    /** Of the server with the posters. */
    posters: string
    shop: string
    now: Date
    terms: readonly ShopTerms[]
    summary: string
  },
): Record<string, unknown> {
  const { address, now } = about
  const url = `${address}/events/${event.id}`
  const poster = posterFor(event, about.posters)
  const says = event.about
  const others = (says?.lineUp ?? []).filter((name) => name !== event.singer.name)
  const terms = termsOn(about.terms, dayKey(now))
  const moved = event.previousDate !== null && event.status !== 'cancelled'
  return {
    '@context': NS,
    '@type': 'MusicEvent',
    name: `${event.singer.name}, ${event.city}`,
    description: says?.description ? plainText(says.description, MAX_DESCRIPTION) : about.summary,
    url,
    startDate: inIndia(event.date),
    ...(says?.doorsAt && { doorTime: inIndia(says.doorsAt) }),
    ...(says?.endsAt && { endDate: inIndia(says.endsAt) }),
    ...(moved && event.previousDate && { previousStartDate: inIndia(event.previousDate) }),
    eventStatus: `${NS}/${event.status === 'cancelled' ? 'EventCancelled' : moved ? 'EventRescheduled' : 'EventScheduled'}`,
    eventAttendanceMode: `${NS}/OfflineEventAttendanceMode`,
    location: {
      '@type': 'Place',
      name: event.venue,
      address: {
        '@type': 'PostalAddress',
        streetAddress: event.venue,
        addressLocality: event.city,
        addressCountry: 'IN',
      },
    },
    performer: [event.singer.name, ...others].map((name) => ({ '@type': 'PerformingGroup', name })),
    organizer: { '@type': 'Organization', name: about.shop, url: address },
    ...(poster && {
      image: [
        { '@type': 'ImageObject', url: poster.url, width: poster.width, height: poster.height, caption: poster.alt },
      ],
    }),
    ...(says && says.sungIn.length > 0 && { inLanguage: [...says.sungIn] }),
    ...(says?.minimumAge && { typicalAgeRange: `${says.minimumAge}-` }),
    ...(isToCome(event, now) &&
      event.categories.length > 0 && {
        offers: event.categories.map((category) => ({
          '@type': 'Offer',
          name: category.name,
          price: (category.free ? 0 : allInPrice(category.price, terms, event.state) / 100).toFixed(2),
          priceCurrency: 'INR',
          availability: `${NS}/${availability(event, category, now)}`,
          ...priceEnd(category, now),
          ...(category.saleFrom && { validFrom: inIndia(category.saleFrom) }),
          ...(category.saleUntil && { validThrough: inIndia(category.saleUntil) }),
          url,
        })),
      }),
  }
}

function priceEnd(category: TicketCategory, now: Date): Record<string, string> {
  const until = phasesLeft(category, now)[0]?.until
  return until ? { priceValidUntil: inIndia(until) } : {}
}

function availability(event: CatalogueEvent, category: TicketCategory, now: Date): string {
  if (categoryLeft(category) === 0) return 'SoldOut'
  if (isSelling(event, category, now)) return 'InStock'
  return windowState(category, now).kind === 'before' ? 'PreOrder' : 'OutOfStock'
}
