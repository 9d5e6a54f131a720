import type { CatalogueEvent } from '../catalogue.ts'
import { canonicalCity } from '../cities.ts'
import { namesOfGenre, searchNamesOfCity } from './search-names.ts'
import { isNearlyIn } from '#platform/text/typing-slip.ts'

/** How many suggestions are shown of each kind. */
const MAX_HITS_OF_A_KIND = 4

/**
 * Lower case, without accents and nuktas, single spaces: what two spellings are compared by. The other signs of
 * Devanagari are vowels, without which most words are alike.
 */
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
  /** The concerts it stands for, by date. */
  eventIds: string[]
}

/** 0: the name begins so · 1: one of its words does · 2: it stands inside · null: not at all. */
function closeness(name: string, wanted: string): number | null {
  const folded = fold(name)
  if (folded.startsWith(wanted)) return 0
  if (folded.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 1
  return folded.includes(wanted) ? 2 : null
}

/** With a typing slip no name is nearer than another. */
const nearlyThere = (name: string, wanted: string): number | null => (isNearlyIn(wanted, fold(name)) ? 0 : null)

/**
 * Singers, cities and genres (by any of their names) and venues that match what is typed, nearest first; where none
 * does, those that match it with one typing slip in each word.
 */
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
