import type { CatalogueEvent, Genre } from '../catalogue.ts'
import { namesOfCity, canonicalCity } from '../cities.ts'
import { fold, hasWords, searchableText } from '#platform/text/fold.ts'
import { isNearlyIn } from '#platform/text/typing-slip.ts'

/** Hindi and Marathi names as in the messages; a test compares them. */
const genreNames: Readonly<Record<Genre, readonly string[]>> = {
  Rock: ['रॉक'],
  Pop: ['पॉप'],
  Classical: ['शास्त्रीय'],
  Jazz: ['जैज़', 'जॅझ'],
  Folk: ['लोक संगीत', 'लोकसंगीत'],
  Electronic: ['इलेक्ट्रॉनिक'],
}

export const namesOfGenre = (genre: Genre): string[] => [genre, ...genreNames[genre]]

export const searchNames = ({ singer, venue, city, genre }: CatalogueEvent): string[] => [
  singer.name,
  venue,
  ...namesOfCity(city),
  ...(genre === null ? [] : namesOfGenre(genre)),
]

const MAX_HITS_OF_A_KIND = 4

const kinds = ['singer', 'city', 'venue', 'genre'] as const

export interface Suggestion {
  kind: (typeof kinds)[number]
  name: string
  eventIds: string[]
}

/** 0: the name begins with these words, 1: with these letters, 2: a later word does, 3: in another order, null: no match. */
function closeness(name: string, typed: string): number | null {
  const text = searchableText(name)
  if (!hasWords(text, typed)) return null
  const wanted = ` ${fold(typed)}`
  if (`${text} `.startsWith(`${wanted} `)) return 0
  if (text.startsWith(wanted)) return 1
  return text.includes(wanted) ? 2 : 3
}

const nearlyThere = (name: string, typed: string): number | null => (isNearlyIn(typed, searchableText(name)) ? 0 : null)

/** Returns matching singers, cities, venues and genres, nearest first; if none, those with one typing slip a word. */
export function findSuggestions(events: readonly CatalogueEvent[], text: string): Suggestion[] {
  if (fold(text) === '') return []
  const exact = suggestionsBy(closeness, events, text)
  return exact.length > 0 ? exact : suggestionsBy(nearlyThere, events, text)
}

function suggestionsBy(rankOf: typeof closeness, events: readonly CatalogueEvent[], typed: string): Suggestion[] {
  const ranked = new Map<string, Suggestion & { rank: number }>()
  const note = (kind: Suggestion['kind'], name: string, names: readonly string[], eventId: string): void => {
    const key = `${kind} ${fold(name)}`
    const known = ranked.get(key)
    if (known) {
      known.eventIds.push(eventId)
      return
    }
    const ranks = names.map((one) => rankOf(one, typed)).filter((rank) => rank !== null)
    if (ranks.length > 0) ranked.set(key, { kind, name, eventIds: [eventId], rank: Math.min(...ranks) })
  }
  for (const event of [...events].sort((a, b) => Date.parse(a.date) - Date.parse(b.date))) {
    note('singer', event.singer.name, [event.singer.name], event.id)
    note('city', canonicalCity(event.city), namesOfCity(event.city), event.id)
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
