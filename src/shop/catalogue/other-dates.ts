import { isSameIstDay } from '#platform/time/ist.ts'
import { weekendOf } from '#platform/time/periods.ts'
import { isSameCity } from './cities.ts'
import { canBeBought } from './catalogue.ts'
import type { CatalogueEvent } from './catalogue.ts'

const byTime = (a: CatalogueEvent, b: CatalogueEvent): number => Date.parse(a.date) - Date.parse(b.date)

/** Returns the singer's other events with tickets on sale at `now` (ms), soonest first. */
export const otherDates = (event: CatalogueEvent, events: readonly CatalogueEvent[], now: number): CatalogueEvent[] =>
  events
    .filter((other) => other.singer.id === event.singer.id && other.id !== event.id && canBeBought(other, now))
    .sort(byTime)

/** Returns other singers' events of that Indian day in the same city with tickets on sale at `now` (ms), soonest first. */
export const sameDay = (event: CatalogueEvent, events: readonly CatalogueEvent[], now: number): CatalogueEvent[] =>
  events
    .filter(
      (other) =>
        other.singer.id !== event.singer.id &&
        isSameIstDay(other.date, event.date) &&
        isSameCity(other.city, event.city) &&
        canBeBought(other, now),
    )
    .sort(byTime)

/** A weekend of fewer concerts is shown as part of what comes next. */
const FULL_WEEKEND = 3
const MAX_CARDS = 10

/** Returns the weekend's concerts on sale at `now` (ms) when there are several, else the next ones, soonest first. */
export function stripEvents(
  events: readonly CatalogueEvent[],
  now: number,
): { title: 'weekend' | 'next'; events: CatalogueEvent[] } {
  const { from, until } = weekendOf(now)
  const buyable = events.filter((event) => canBeBought(event, now))
  const weekend = buyable.filter(({ date }) => Date.parse(date) >= from && Date.parse(date) < until)
  return weekend.length >= FULL_WEEKEND
    ? { title: 'weekend', events: weekend.slice(0, MAX_CARDS) }
    : { title: 'next', events: buyable.slice(0, MAX_CARDS) }
}
