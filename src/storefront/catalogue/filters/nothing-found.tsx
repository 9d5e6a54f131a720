import { nearestEvent, type Filters } from '#shop/catalogue/search/catalogue-filter.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDay } from '#platform/time/ist.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { cityWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { terms } from '#ui/terms.ts'
import { blockingFilters } from './concert-filters.ts'
import { wordsOfFilter } from './filter-chips.tsx'

export function NothingFound({
  events,
  filters,
  now,
  onApply,
  onClear,
}: {
  events: readonly CatalogueEvent[]
  filters: Filters
  now: number
  onApply: (filters: Filters) => void
  onClear: () => void
}) {
  if (events.length === 0)
    return (
      <Empty level="h3" title={t('catalogue.none')}>
        {t('catalogue.none.text')}
      </Empty>
    )
  const nearest = nearestEvent(events, filters, now, terms())
  const small = 'max-desk:whitespace-normal!'
  return (
    <Empty
      level="h3"
      title={t('catalogue.none')}
      action={
        <div className="flex flex-wrap gap-3">
          {blockingFilters(events, filters, now, terms()).map((one) => (
            <Button key={one.kind} kind="line" small className={small} onClick={() => onApply(one.rest)}>
              {t('catalogue.none.without', { name: wordsOfFilter(filters, one), n: one.n })}
            </Button>
          ))}
          {nearest && (
            <ButtonLink kind="line" small to={paths.event(nearest.id)} className={small}>
              {nearest.singer.name}
            </ButtonLink>
          )}
          <Button kind={nearest ? 'bare' : 'line'} small onClick={onClear}>
            {t('catalogue.clear')}
          </Button>
        </div>
      }
    >
      {nearest
        ? t('catalogue.none.nearest', {
            singer: nearest.singer.name,
            city: cityWords(nearest.city),
            day: formatDay(nearest.date),
          })
        : t('catalogue.none.filtered')}
    </Empty>
  )
}
