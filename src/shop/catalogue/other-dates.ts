import { canBeBought } from './catalogue.ts'
import type { CatalogueEvent } from './catalogue.ts'

/** Returns the singer's other events with tickets on sale at `now` (ms), soonest first. */
export const otherDates = (event: CatalogueEvent, events: readonly CatalogueEvent[], now: number): CatalogueEvent[] =>
  events
    .filter((other) => other.singer.id === event.singer.id && other.id !== event.id && canBeBought(other, now))
    .sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
