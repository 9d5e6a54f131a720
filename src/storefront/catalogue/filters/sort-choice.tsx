import { useId } from 'react'
import type { Sort } from '#shop/catalogue/search/catalogue-filter.ts'
import { classes } from '#ui/controls/classes.ts'
import { t } from '#ui/messages/messages.ts'

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
