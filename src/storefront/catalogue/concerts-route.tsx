import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { filterEvents, nearestEvent } from '#domain/catalogue-filter.ts'
import type { Filters } from '#domain/catalogue-filter.ts'
import { formatDay } from '#domain/ist.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { paths } from '#ui/paths.ts'
import { useNow } from '#ui/use-now.ts'
import { useShopNow } from '../use-shop-now.ts'
import { CatalogueFailed } from './catalogue-failed.tsx'
import { filtersOfQuery, noFilters, queryOfFilters } from './concert-filters.ts'
import { ListHead, ListSkeleton } from './concert-list.tsx'
import { ConcertRow } from './concert-row.tsx'
import { FilterForm } from './filter-form.tsx'
import { useCatalogue } from './use-catalogue.ts'

const LOOK_AGAIN_MS = 30_000

/** All concerts, filtered by what stands in the address. */
export function ConcertsRoute() {
  usePageTitle(t('app.concerts'))
  const now = useNow(LOOK_AGAIN_MS)
  const shopNow = useShopNow(LOOK_AGAIN_MS)
  const catalogue = useCatalogue()
  const [query, setQuery] = useSearchParams()
  const filters = filtersOfQuery(query)
  const results = useRef<HTMLElement>(null)
  const apply = (next: Filters): void => {
    setQuery(queryOfFilters(next))
    // On a phone what was found stands below the form: who pressed the button sees it.
    const top = results.current?.getBoundingClientRect().top ?? 0
    if (top > innerHeight / 2) results.current?.scrollIntoView()
  }
  const events = catalogue.kind === 'ready' ? catalogue.events : []
  const found = filterEvents(events, filters)
  return (
    <div className="wrap">
      <h1 className="pt-6 head-5">{t('app.concerts')}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-6 desk:grid-cols-[248px_minmax(0,1fr)] desk:gap-10 desk:pt-10">
        {/* A new address (back, a link from the search) fills the form anew. */}
        <FilterForm
          key={query.toString()}
          filters={filters}
          events={events}
          known={catalogue.kind === 'ready'}
          now={now}
          onApply={apply}
        />
        <section ref={results} aria-label={t('app.concerts')} className="min-w-0 scroll-mt-4">
          {catalogue.kind === 'failed' && <CatalogueFailed {...catalogue} />}
          {catalogue.kind === 'loading' && <ListSkeleton />}
          {catalogue.kind === 'ready' && (
            <>
              <ListHead n={found.length} updatedAt={catalogue.updatedAt} now={now} />
              {found.length === 0 && (
                <NothingFound events={events} filters={filters} onClear={() => apply(noFilters)} />
              )}
              <ol className="rows">
                {found.map((event) => (
                  <ConcertRow key={event.id} event={event} now={shopNow} />
                ))}
              </ol>
            </>
          )}
        </section>
      </div>
    </div>
  )
}

function NothingFound({
  events,
  filters,
  onClear,
}: {
  events: Parameters<typeof nearestEvent>[0]
  filters: Filters
  onClear: () => void
}) {
  if (events.length === 0)
    return (
      <Empty level="h3" title={t('catalogue.none')}>
        {t('catalogue.none.text')}
      </Empty>
    )
  const nearest = nearestEvent(events, filters)
  return (
    <Empty
      level="h3"
      title={t('catalogue.none')}
      action={
        <div className="flex flex-wrap gap-3">
          {nearest && (
            <ButtonLink kind="line" small to={paths.event(nearest.id)} className="max-desk:whitespace-normal!">
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
            city: nearest.city,
            day: formatDay(nearest.date),
          })
        : t('catalogue.none.filtered')}
    </Empty>
  )
}
