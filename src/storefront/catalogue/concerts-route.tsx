import { useId, useRef, useState } from 'react'
import { pricedAt } from '#shop/catalogue/sale/phases.ts'
import { filterEvents } from '#shop/catalogue/search/catalogue-filter.ts'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { terms } from '#ui/terms.ts'
import { useShopNow } from '../use-shop-now.ts'
import { CatalogueFailed } from './catalogue-failed.tsx'
import { chosenFilters } from './filters/concert-filters.ts'
import { ListHead, ListSkeleton, ConcertRow } from './concert-row.tsx'
import { FilterChips, SortChoice } from './filters/filter-chips.tsx'
import { FilterForm } from './filters/filter-form.tsx'
import { NothingFound } from './filters/nothing-found.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { useConcertFilters } from './filters/use-concert-filters.ts'

const CLOCK_MS = 30_000

export function ConcertsRoute() {
  usePageTitle(t('app.concerts'))
  const now = useNow(CLOCK_MS)
  const catalogue = useCatalogue()
  const shopNow = useShopNow(CLOCK_MS, catalogue.kind === 'ready' ? catalogue.events : undefined)
  const { filters, apply, clear } = useConcertFilters()
  const [open, setOpen] = useState(false)
  const formId = useId()
  const fold = useRef<HTMLButtonElement>(null)
  const results = useRef<HTMLElement>(null)

  // The pressed control disappears with its filter, so focus moves to the list.
  const goToResults = (): void => results.current?.focus({ preventScroll: true })
  const close = (): void => {
    setOpen(false)
    // Does nothing on a desktop, where there is no fold.
    fold.current?.focus()
  }
  const events = catalogue.kind === 'ready' ? catalogue.events.map((event) => pricedAt(event, shopNow)) : []
  const found = filterEvents(events, filters, shopNow, terms())
  return (
    <div className="wrap">
      <h1 className="pt-6 head-5">{t('app.concerts')}</h1>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 pt-4 desk:grid-cols-[248px_minmax(0,1fr)_auto] desk:grid-rows-[auto_1fr] desk:gap-x-10 desk:pt-6">
        <Button
          ref={fold}
          kind="line"
          small
          className="desk:hidden"
          aria-expanded={open}
          aria-controls={formId}
          onClick={() => setOpen(!open)}
        >
          <span className="flex items-center gap-2">
            {t('catalogue.filters', { n: chosenFilters(filters).length })}
            <Icon name="chevron" className={open ? 'rotate-180' : ''} />
          </span>
        </Button>
        <div
          id={formId}
          className={classes('max-desk:order-1 max-desk:col-span-2 desk:row-span-2', !open && 'max-desk:hidden')}
        >
          <FilterForm
            filters={filters}
            events={events}
            known={catalogue.kind === 'ready'}
            now={shopNow}
            onApply={(next) => {
              apply(next)
              close()
            }}
            onClear={() => {
              clear()
              goToResults()
              close()
            }}
          />
        </div>
        <SortChoice className="desk:col-start-3" sort={filters.sort} onSort={(sort) => apply({ ...filters, sort })} />
        <div className="order-1 self-center empty:hidden max-desk:col-span-2 desk:col-start-2 desk:row-start-1">
          <FilterChips filters={filters} onApply={apply} onLast={goToResults} />
        </div>
        <section
          ref={results}
          tabIndex={-1}
          aria-label={t('app.concerts')}
          className="order-1 col-span-2 min-w-0 outline-none desk:col-start-2"
        >
          {catalogue.kind === 'failed' && <CatalogueFailed {...catalogue} />}
          {catalogue.kind === 'loading' && <ListSkeleton />}
          {catalogue.kind === 'ready' && (
            <>
              <ListHead n={found.length} updatedAt={catalogue.updatedAt} now={now} />
              {found.length === 0 && (
                <NothingFound
                  events={events}
                  filters={filters}
                  now={shopNow}
                  onApply={(next) => {
                    apply(next)
                    goToResults()
                  }}
                  onClear={() => {
                    clear()
                    goToResults()
                  }}
                />
              )}
              <ol className="rows">
                {found.map((event) => (
                  <ConcertRow key={event.id} event={event} events={events} now={shopNow} />
                ))}
              </ol>
            </>
          )}
        </section>
      </div>
    </div>
  )
}
