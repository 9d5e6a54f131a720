import { canBeBought, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { weekendOf } from '#platform/time/periods.ts'

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
