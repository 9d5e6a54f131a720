import type { CatalogueEvent } from './catalogue.ts'
import { canonicalCity, namesOfCity } from './cities.ts'

/** How many suggestions are shown of each kind. */
const MOST_OF_A_KIND = 4

/** Lower case, without accents, single spaces: what two spellings are compared by. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

export interface Suggestion {
  kind: 'singer' | 'city' | 'venue'
  name: string
  /** The concerts it stands for, by date. */
  eventIds: string[]
}

/** 0: the name begins so · 1: one of its words does · 2: it stands inside · null: not at all. */
function closeness(name: string, wanted: string): number | null {
  const folded = fold(name)
  if (folded.startsWith(wanted)) return 0
  if (folded.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1
  return folded.includes(wanted) ? 2 : null
}

/** Singers, cities (by any of their names) and venues that match what is typed, nearest first. */
export function findSuggestions(events: readonly CatalogueEvent[], text: string): Suggestion[] {
  const wanted = fold(text)
  if (wanted === '') return []
  const ranked = new Map<string, Suggestion & { rank: number }>()
  const note = (kind: Suggestion['kind'], name: string, names: readonly string[], eventId: string): void => {
    const key = `${kind} ${fold(name)}`
    const known = ranked.get(key)
    if (known) {
      known.eventIds.push(eventId)
      return
    }
    const ranks = names.map((one) => closeness(one, wanted)).filter((rank) => rank !== null)
    if (ranks.length > 0) ranked.set(key, { kind, name, eventIds: [eventId], rank: Math.min(...ranks) })
  }
  for (const event of [...events].sort((a, b) => Date.parse(a.date) - Date.parse(b.date))) {
    note('singer', event.singer.name, [event.singer.name], event.id)
    note('city', canonicalCity(event.city), namesOfCity(event.city), event.id)
    note('venue', event.venue, [event.venue], event.id)
  }
  const all = [...ranked.values()].sort(
    (a, b) => a.rank - b.rank || b.eventIds.length - a.eventIds.length || a.name.localeCompare(b.name),
  )
  return (['singer', 'city', 'venue'] as const).flatMap((kind) =>
    all
      .filter((suggestion) => suggestion.kind === kind)
      .slice(0, MOST_OF_A_KIND)
      .map(({ kind: _kind, name, eventIds }) => ({ kind, name, eventIds })),
  )
}
