import type { LayoutData } from '#shop/layouts/layout.ts'
import { formatDayShort, formatTime, istParts } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'
import type { ConcertDraft } from './concert-draft.ts'
import { readMoment } from '../../../ticket-categories/category-draft.ts'
import { readPrice } from '../../../ticket-categories/prices/numbers.ts'
import { leftOver, seatsIn } from './read-concert.ts'
import { counted, plural } from '../../../kit/words/counted.ts'

const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

const some = (n: number, one: string, many: string): string => `${numbers[n] ?? count(n)} ${plural(n, one, many)}`

/** Says a moment: 'Fri 27 Nov, 12:00 noon', because 12:00 pm and am are read either way. */
export function sayMoment(at: string): string {
  const { hour, minute } = istParts(at)
  const time = hour % 12 === 0 && minute === 0 ? `12:00 ${hour === 12 ? 'noon' : 'midnight'}` : formatTime(at)
  return `${formatDayShort(at)}, ${time}`
}

/** Returns 'Three zones, 420 seats, on sale from Fri 27 Nov, 12:00 noon.' `now` in ms. */
export function summaryOf(
  draft: ConcertDraft,
  hall: LayoutData | null,
  now: number,
  { published = false, hasPayee = true }: { published?: boolean; hasPayee?: boolean } = {},
): string {
  const sitting = draft.zones.filter(({ kind }) => kind !== 'standing')
  const sum = (zones: ConcertDraft['zones']): number => zones.reduce((all, zone) => all + (seatsIn(zone, hall) ?? 0), 0)
  const [seats, places] = [sum(sitting), sum(draft.zones.filter(({ kind }) => kind === 'standing'))]
  const parts = [some(draft.zones.length, 'zone', 'zones')]
  if (draft.dates.length > 1) parts.unshift(some(draft.dates.length, 'evening', 'evenings'))
  if (seats > 0) parts.push(counted(seats, 'seat'))
  if (places > 0) parts.push(counted(places, 'standing place'))
  if (draft.dates.length > 1 && seats + places > 0) parts[parts.length - 1] += ' each'
  return `${capital([...parts, sale(draft, now, published, hasPayee)].join(', '))}.`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function sale(draft: ConcertDraft, now: number, published: boolean, hasPayee: boolean): string {
  if (draft.publish === 'draft') return 'kept as a draft that only staff see'
  if (!hasPayee && draft.zones.some(({ free }) => !free)) return 'on sale once the shop has a UPI id'
  const opens = draft.zones
    .map((zone) => readMoment(zone.ownWindow ? zone.saleFrom : draft.saleFrom) ?? null)
    .map((at) => (at !== null && Date.parse(at) > now ? at : ''))
    .sort()[0]
  if (opens) return `on sale from ${sayMoment(opens)}`
  return published ? 'published' : 'on sale as soon as it is published'
}

export interface Check {
  done: boolean
  words: string
}

/** Saving refuses a poster without its description. */
const posterCheck = ({ poster, posterAlt }: ConcertDraft['about']): Check =>
  poster === ''
    ? { done: false, words: 'No poster: the shop draws one' }
    : posterAlt.trim() === ''
      ? { done: false, words: 'Say what the poster shows' }
      : { done: true, words: 'A poster' }

/** What a concert needs and has, in the order of the form. */
export function checksOf(draft: ConcertDraft, hall: LayoutData | null): Check[] {
  const named = draft.singer.trim() !== '' && draft.city.trim() !== '' && draft.venue.trim() !== ''
  const left = leftOver(draft.zones, hall)
  const zones = draft.zones.length > 0
  const priced = draft.zones.filter(({ price, free }) => free || readPrice(price) !== null).length
  const unpriced = draft.zones.filter((zone) => !zone.free && readPrice(zone.price) === 0).length
  const checks: Check[] = [
    { done: named, words: named ? 'Singer, city and venue' : 'Singer, city or venue is missing' },
    {
      done: zones && priced === draft.zones.length,
      words: !zones
        ? 'No price zone yet'
        : priced < draft.zones.length
          ? `${capital(some(draft.zones.length - priced, 'zone has', 'zones have'))} no price yet`
          : 'Every zone has a price',
    },
    {
      done: left.length === 0,
      words:
        left.length === 0 ? 'Every section is in a zone' : `Not for sale: ${left.map(({ name }) => name).join(', ')}`,
    },
    posterCheck(draft.about),
    {
      done: draft.about.description.trim() !== '',
      words: draft.about.description.trim() ? 'A text' : 'No text about the concert',
    },
  ]
  if (unpriced > 0)
    checks.splice(2, 0, { done: false, words: `${capital(some(unpriced, 'zone costs', 'zones cost'))} only the fee` })
  return checks
}
