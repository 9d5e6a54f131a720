import type { Genre } from '#shop/catalogue/catalogue.ts'
import type { Suggestion } from '#shop/catalogue/search/catalogue-search.ts'
import { announce } from '#ui/announce.tsx'
import { cityWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/suggestions.ts'
import { paths, withQuery } from '#ui/paths.ts'

export { findSuggestions } from '#shop/catalogue/search/catalogue-search.ts'

const headings = {
  singer: 'app.search.artists',
  city: 'app.search.cities',
  venue: 'app.search.venues',
  genre: 'app.search.genres',
} as const

export const announceFound = (n: number): void => announce(t('app.search.found', { n }))

export function placeOf(suggestion: Suggestion): string {
  if (suggestion.eventIds.length === 1) return paths.event(suggestion.eventIds[0] ?? '')
  const { kind, name } = suggestion
  return withQuery(
    paths.concerts,
    kind === 'city' ? { city: name } : kind === 'genre' ? { category: name } : { q: name },
  )
}

function nameOf({ kind, name }: Suggestion): string {
  if (kind === 'genre') return t(`event.genre.${name as Genre}`)
  return kind === 'city' ? cityWords(name) : name
}

/** Shows the open list under the search field; `at`: the row that the arrow keys chose, or -1. */
export function SuggestionList({
  id,
  found,
  at,
  text,
  onChoose,
}: {
  id: string
  found: readonly Suggestion[]
  at: number
  text: string
  onChoose: (path: string) => void
}) {
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-1 max-h-[60dvh] overflow-y-auto rounded-control bg-raised py-2 shadow-over">
      {found.length === 0 && <p className="px-4 py-2 text-2 text-muted">{t('app.search.none', { text: text })}</p>}
      <ul id={id} role="listbox" aria-label={t('app.search')}>
        {found.map((suggestion, index) => (
          <li
            key={`${suggestion.kind} ${suggestion.name}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            // Keeps the focus in the field, or the list would close before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(placeOf(suggestion))}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 pt-0.5 hover:bg-sunk aria-selected:bg-sunk"
          >
            <span className="min-w-0">
              <span className="block truncate">{nameOf(suggestion)}</span>
              <span className="block text-1 text-muted">{t(headings[suggestion.kind])}</span>
            </span>
            <span className="flex-none text-2 text-muted tabular-nums">
              {t('app.search.count', { n: suggestion.eventIds.length })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
