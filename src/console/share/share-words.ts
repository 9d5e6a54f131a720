import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { priceNow } from '#shop/catalogue/sale/phases.ts'
import type { Paise } from '#shop/prices/money.ts'
import { dates as hindi } from '#platform/time/date-words/hi.ts'
import { dates as marathi } from '#platform/time/date-words/mr.ts'
import { formatDayTime, type DateWords } from '#platform/time/ist.ts'
import type { Language as Code } from '#platform/text/language.ts'
import { rupees } from '#ui/format.ts'
import { salesWords, saleStateOf, type SaleState } from '../events/publishing/publish-checks.ts'

/** What is said about the tickets of a concert; null where nothing is for sale now or later. */
export interface Offer {
  /** Paise of the cheapest seat with tax and fee, before codes; 0: all are free; null: some are. */
  from: Paise | null
  /** ISO instant of the first opening to come. */
  opens: string | null
}

type Category = Pick<
  CategoryListRow,
  'price' | 'phases' | 'ticketsSold' | 'ticketsKept' | 'totalTickets' | 'free' | 'hidden'
>

/**
 * Returns what may be said of the tickets, which is nothing while a pause, a missing UPI id or an end keeps them from being sold.
 * A price that ends soon is not said. `now` in ms.
 */
export function offerOf(
  state: SaleState,
  categories: readonly Category[],
  { hasPayee, allIn, now }: { hasPayee: boolean; allIn: (price: Paise) => Paise; now: number },
): Offer | null {
  if (state.kind !== 'on-sale' && state.kind !== 'before') return null
  const left = categories.filter(
    ({ hidden, free, totalTickets, ticketsSold, ticketsKept }) =>
      !hidden && totalTickets > ticketsSold + ticketsKept && (free || hasPayee),
  )
  if (left.length === 0) return null
  const priced = left.filter(({ free }) => !free)
  const least = Math.min(...priced.map((one) => Math.max(one.price, priceNow(one, now))))
  const from = priced.length === 0 ? 0 : priced.length < left.length ? null : allIn(least)
  return { from, opens: state.kind === 'before' ? state.at : null }
}

interface Language {
  name: string
  lang: Code
  dates?: DateWords
  tickets: string
  free: string
  from: (price: string) => string
  opens: (words: string, when: string) => string
  more: string
}

/** The languages of what is sent, as the shop speaks them. */
const written: { readonly [L in Code]: Language & { lang: L } } = {
  en: {
    ...{ name: 'English', lang: 'en', tickets: 'Tickets', free: 'Free tickets', more: 'All about it' },
    from: (price) => `Tickets from ${price}`,
    opens: (words, when) => `${words}, on sale from ${when}`,
  },
  hi: {
    ...{ name: 'हिन्दी', lang: 'hi', dates: hindi, tickets: 'टिकट', free: 'टिकट मुफ़्त', more: 'पूरी जानकारी' },
    from: (price) => `टिकट ${price} से`,
    opens: (words, when) => `${words}, बिक्री ${when} से`,
  },
  mr: {
    ...{ name: 'मराठी', lang: 'mr', dates: marathi, tickets: 'तिकिटे', free: 'तिकिटे मोफत', more: 'सविस्तर माहिती' },
    from: (price) => `तिकिटे ${price} पासून`,
    opens: (words, when) => `${words}, विक्री ${when} पासून`,
  },
}
export const languages: readonly Language[] = Object.values(written)

type Named = Pick<EventListRow, 'singerName' | 'date' | 'venue' | 'city'>

/** Says what the tickets cost and from when they are sold: 'Tickets from ₹1,092'. */
export function offerWords({ from, opens }: Offer, said: Language): string {
  const words = from === null ? said.tickets : from === 0 ? said.free : said.from(rupees(from))
  return opens === null ? words : said.opens(words, formatDayTime(opens, said.dates))
}

/** Returns the text that goes to a chat, which ends with the link. */
export const shareText = (event: Named, offer: Offer | null, link: string, said: Language): string =>
  [
    event.singerName,
    formatDayTime(event.date, said.dates),
    `${event.venue}, ${event.city}`,
    `${offer ? offerWords(offer, said) : said.more}: ${link}`,
  ].join('\n')

/** Heads the page, and says why there is nothing to share, or what customers find; `now` in ms. */
export function shareState(
  event: EventListRow,
  offer: Offer | null,
  now: number,
): { head: string; why: string | null } {
  const { kind } = saleStateOf(event, now)
  if (kind === 'cancelled') return { head: 'It is cancelled', why: 'There is nothing to share.' }
  if (kind === 'draft')
    return { head: 'It is a draft', why: 'Publish it first: its link and its poster lead nowhere yet.' }
  if (kind === 'over') return { head: 'It is over', why: 'There is nothing to share.' }
  if (kind === 'on-sale' && offer) return { head: 'It is on sale', why: null }
  return { head: 'Share it', why: kind === 'on-sale' ? null : salesWords(event, now) }
}

/** False for a concert whose page customers do not see, or that none can visit any more. */
export const isShared = (event: EventListRow, now: number): boolean =>
  !['cancelled', 'draft', 'over'].includes(saleStateOf(event, now).kind)
