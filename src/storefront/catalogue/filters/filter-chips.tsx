import type { Filters, Sort } from '#shop/catalogue/search/catalogue-filter.ts'
import { formatDay, fromIst } from '#platform/time/ist.ts'
import { cityWords, rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { type ChosenFilter, chosenFilters } from './concert-filters.ts'
import { useEffect, useRef, useId } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { classes } from '#ui/controls/classes.ts'

/** Returns the label of a filter: 'Mumbai', 'This weekend', 'up to ₹2,000 all in'. */
export function wordsOfFilter(filters: Filters, { kind, genre }: ChosenFilter): string {
  switch (kind) {
    case 'text':
      return `“${filters.text.trim()}”`
    case 'city':
      return cityWords(filters.city)
    case 'days':
      return filters.day === '' ? t(`catalogue.${filters.period ?? 'month'}`) : formatDay(fromIst(filters.day))
    case 'genres':
      return (genre ? [genre] : filters.genres).map((one) => t(`event.genre.${one}`)).join(', ')
    case 'price':
      return t('common.allIn', { amount: wordsOfPrice(filters) })
  }
}

function wordsOfPrice({ minPrice, maxPrice }: Filters): string {
  if (maxPrice === null) return t('common.from', { amount: rupees(minPrice ?? 0) })
  if (minPrice === null) return t('catalogue.upTo', { amount: rupees(maxPrice) })
  return `${rupees(minPrice)}–${rupees(maxPrice)}`
}

/** Shows the filters as chips: removing one focuses the next; removing the last calls `onLast`. */
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

const sorts: readonly Sort[] = ['date', 'price']

export function SortChoice({
  sort,
  onSort,
  className,
}: {
  sort: Sort
  onSort: (sort: Sort) => void
  className?: string
}) {
  const id = useId()
  return (
    <div className={classes('flex min-h-11 flex-wrap items-center justify-end gap-1.5 text-2', className)}>
      <label htmlFor={id} className="text-muted">
        {t('catalogue.sort')}
      </label>
      <select
        id={id}
        value={sort}
        onChange={(event) => onSort(event.target.value as Sort)}
        className="min-h-11 cursor-pointer bg-surface text-ink"
      >
        {sorts.map((one) => (
          <option key={one} value={one}>
            {t(`catalogue.sort.${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
