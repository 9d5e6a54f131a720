import { createHash } from 'node:crypto'
import { formatDayNames, formatDayNumber, formatTime, istParts } from '#platform/time/ist.ts'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { posterOf, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { accentCss, accentOf } from '#shop/settings/accent.ts'
import type { ShopLook } from '#shop/settings/shop-look.ts'
import config from '../../../mehfil.config.json' with { type: 'json' }
import { inLanguage } from '../../words/words.ts'

/** In pixels, as WhatsApp and others show it. */
export const PREVIEW = { width: 1200, height: 630 }

/** All that a concert's picture says and shows. */
export interface Preview {
  artist: string
  venue: string
  city: string
  day: string
  month: string
  time: string
  isCancelled: boolean
  shop: string
  /** Where the shop's logo begins, which is shown in place of its name; '' without one. */
  logo: string
  accent: string
  /** What is read on the accent. */
  ink: string
  /** The path of the uploaded poster, or null. */
  own: string | null
  /** The name of the drawn one. */
  drawn: string
}

/** The accent of ui/tokens.css. */
const ACCENT = { field: '#f7a600', ink: '#1a1404' }

/** Returns what the picture of an event has, in English, as the crawlers of links read. */
export function previewOf(event: CatalogueEvent, look: ShopLook): Preview {
  const { field, ink } = accentOf(look.css || accentCss(config.accent)) ?? ACCENT
  return inLanguage('en', () => {
    const { month, weekday } = formatDayNames(event.date)
    return {
      artist: event.singer.name,
      venue: event.venue,
      city: event.city,
      day: formatDayNumber(event.date),
      month: `${month} ${istParts(event.date).year}`,
      time: `${weekday}, ${formatTime(event.date)}`,
      isCancelled: event.status === 'cancelled',
      shop: look.name,
      logo: look.logo,
      accent: field,
      ink,
      own: ownPoster(event)?.path ?? null,
      drawn: posterOf(event.id),
    }
  })
}

/** Counts the ways in which the picture is drawn: another number has every preview made anew. */
const DRAWING = 1

/** Returns the version of a picture: another as soon as anything in it is. */
export const previewMark = (preview: Preview): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, preview]))
    .digest('base64url')
    .slice(0, 16)

/** Returns the picture's address in the shop. With another version it is another: who shows links keeps them by address. */
export const previewPath = (id: string, preview: Preview): string => `/events/${id}.png?v=${previewMark(preview)}`
