import { isOnSale, ticketsLeft } from './catalogue.ts'
import type { CatalogueEvent } from './catalogue.ts'

/** The other events of the same singer that still have seats to buy at `now` (ms), the next one first. */
export const otherDates = (event: CatalogueEvent, events: readonly CatalogueEvent[], now: number): CatalogueEvent[] =>
  events
    .filter(
      (other) =>
        other.singer.id === event.singer.id && other.id !== event.id && isOnSale(other, now) && ticketsLeft(other) > 0,
    )
    .sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
