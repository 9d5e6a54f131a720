/** When a ticket category is sold, as ISO instants: from `saleFrom` until before `saleUntil`. Null: no bound. */
export interface SaleWindow {
  saleFrom: string | null
  saleUntil: string | null
}

export type WindowState = { kind: 'open' } | { kind: 'before'; /** ISO instant */ at: string } | { kind: 'ended' }

export function windowState({ saleFrom, saleUntil }: SaleWindow, now: Date | number): WindowState {
  if (saleUntil && Date.parse(saleUntil) <= Number(now)) return { kind: 'ended' }
  if (saleFrom && Date.parse(saleFrom) > Number(now)) return { kind: 'before', at: saleFrom }
  return { kind: 'open' }
}

/** Returns the next moment (ms) after `now` at which one of these sales opens, ends, changes its price or is over; null: none. */
export function nextSaleMoment(
  events: readonly {
    date: string
    categories: readonly (SaleWindow & { phases: readonly { until: string | null }[] })[]
  }[],
  now: number,
): number | null {
  let next = Infinity
  const see = (at: string | null | undefined): void => {
    const moment = at ? Date.parse(at) : Infinity
    if (moment > now && moment < next) next = moment
  }
  for (const { date, categories } of events) {
    see(date)
    for (const { saleFrom, saleUntil, phases } of categories) {
      for (const { until } of phases) see(until)
      see(saleFrom)
      see(saleUntil)
    }
  }
  return next === Infinity ? null : next
}
