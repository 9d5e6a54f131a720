import type { CatalogueEvent } from '../catalogue.ts'
import { canonicalCity } from '../cities.ts'
import { namesOfGenre, searchNamesOfCity } from './search-names.ts'
import { isNearlyIn } from '#platform/text/typing-slip.ts'

const MAX_HITS_OF_A_KIND = 4

/** Normalises text for comparison: lower case, single spaces, no accents or nuktas. Devanagari vowels must stay. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

const kinds = ['singer', 'city', 'venue', 'genre'] as const

export interface Suggestion {
  kind: (typeof kinds)[number]
  name: string
  eventIds: string[]
}

/** 0: the name begins with it, 1: one of its words does, 2: contained, null: no match. */
function closeness(name: string, wanted: string): number | null {
  const folded = fold(name)
  if (folded.startsWith(wanted)) return 0
  if (folded.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1
  return folded.includes(wanted) ? 2 : null
}

const nearlyThere = (name: string, wanted: string): number | null => (isNearlyIn(wanted, fold(name)) ? 0 : null)

/** Returns matching singers, cities, venues and genres, nearest first; if none, those with one typing slip a word. */
export function findSuggestions(events: readonly CatalogueEvent[], text: string): Suggestion[] {
  const wanted = fold(text)
  if (wanted === '') return []
  const exact = suggestionsBy(closeness, events, wanted)
  return exact.length > 0 ? exact : suggestionsBy(nearlyThere, events, wanted)
}

function suggestionsBy(rankOf: typeof closeness, events: readonly CatalogueEvent[], wanted: string): Suggestion[] {
  const ranked = new Map<string, Suggestion & { rank: number }>()
  const note = (kind: Suggestion['kind'], name: string, names: readonly string[], eventId: string): void => {
    const key = `${kind} ${fold(name)}`
    const known = ranked.get(key)
    if (known) {
      known.eventIds.push(eventId)
      return
    }
    const ranks = names.map((one) => rankOf(one, wanted)).filter((rank) => rank !== null)
    if (ranks.length > 0) ranked.set(key, { kind, name, eventIds: [eventId], rank: Math.min(...ranks) })
  }
  for (const event of [...events].sort((a, b) => Date.parse(a.date) - Date.parse(b.date))) {
    note('singer', event.singer.name, [event.singer.name], event.id)
    note('city', canonicalCity(event.city), searchNamesOfCity(event.city), event.id)
    note('venue', event.venue, [event.venue], event.id)
    if (event.genre !== null) note('genre', event.genre, namesOfGenre(event.genre), event.id)
  }
  const all = [...ranked.values()].sort(
    (a, b) => a.rank - b.rank || b.eventIds.length - a.eventIds.length || a.name.localeCompare(b.name),
  )
  return kinds.flatMap((kind) =>
    all
      .filter((suggestion) => suggestion.kind === kind)
      .slice(0, MAX_HITS_OF_A_KIND)
      .map(({ kind: _kind, name, eventIds }) => ({ kind, name, eventIds })),
  )
}
