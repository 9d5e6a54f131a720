import { useEffect, useRef } from 'react'
import type { Filters } from '#shop/catalogue/search/catalogue-filter.ts'
import { Button } from '#ui/controls/button.tsx'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { t } from '#ui/messages/messages.ts'
import { chosenFilters } from './concert-filters.ts'
import { wordsOfFilter } from './filter-words.ts'

/** The filters that are set; a press takes one off, and the focus goes to the next, or with the last to the list. */
export function FilterChips({
  filters,
  onApply,
  onLast,
}: {
  filters: Filters
  onApply: (filters: Filters) => void
  /** The last one was taken off: the focus needs a place. */
  onLast: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  /** Which one was pressed, until it is gone. */
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
    // Only when one went; the caller's function may be another at every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
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
