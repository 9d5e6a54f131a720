import { useEffect, useRef } from 'react'
import type { Filters } from '#shop/catalogue/search/catalogue-filter.ts'
import { Button } from '#ui/controls/button.tsx'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { t } from '#ui/messages/messages.ts'
import { chosenFilters } from './concert-filters.ts'
import { wordsOfFilter } from './filter-words.ts'

/** Removing a chip focuses the next one; removing the last calls `onLast`. */
export function FilterChips({
  filters,
  onApply,
  onLast,
}: {
  filters: Filters
  onApply: (filters: Filters) => void
  onLast: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const takenOff = useRef<number | null>(null)
  const chosen = chosenFilters(filters)
  useEffect(() => {
    const at = takenOff.current
    if (at === null) return
    takenOff.current = null
    const chips = list.current?.querySelectorAll('button') ?? []
    const next = chips[Math.min(at, chips.length - 1)]
    if (next) next.focus()
    else onLast()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when a chip went; `onLast` is new at each render
  }, [chosen.length])
  if (chosen.length === 0) return null
  const takeOff = (rest: Filters, at: number): void => {
    takenOff.current = at
    onApply(rest)
  }
  return (
    <ul ref={list} aria-label={t('catalogue.chosen')} className="flex flex-wrap items-center gap-2">
      {chosen.map((one, at) => (
        <li key={one.genre ?? one.kind}>
          <RemovableChip label={wordsOfFilter(filters, one)} onRemove={() => takeOff(one.rest, at)} />
        </li>
      ))}
      {filters.city !== '' && (
        <li>
          <Button kind="bare" small onClick={() => takeOff({ ...filters, city: '' }, 0)}>
            {t('catalogue.allCities')}
          </Button>
        </li>
      )}
    </ul>
  )
}
