import { isSameIstDay } from '#platform/time/ist.ts'
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
