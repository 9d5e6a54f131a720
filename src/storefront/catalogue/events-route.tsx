import { Link } from 'react-router-dom'
import { pricedAt } from '#shop/catalogue/sale/phases.ts'
import { Empty } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { useShopNow } from '../use-shop-now.ts'
import { CatalogueFailed } from './catalogue-failed.tsx'
import { ConcertRow, ListHead, ListSkeleton } from './concert-row.tsx'
import { useCatalogue } from './use-catalogue.ts'

const CLOCK_MS = 30_000

export function EventsRoute() {
  usePageTitle(t('catalogue.events'))
  const now = useNow(CLOCK_MS)
  const catalogue = useCatalogue()
  const shopNow = useShopNow(CLOCK_MS, catalogue.kind === 'ready' ? catalogue.events : undefined)
  const events = catalogue.kind === 'ready' ? catalogue.events.map((event) => pricedAt(event, shopNow)) : []
  return (
    <div className="wrap pt-6 desk:pt-10">
      <h1 className="head-5">{t('catalogue.events')}</h1>
      <p className="mt-2 mb-6">
        <Link to={paths.concerts} className="link text-2">
          {t('catalogue.refine')}
        </Link>
      </p>
      {catalogue.kind === 'failed' && <CatalogueFailed {...catalogue} />}
      {catalogue.kind === 'loading' && <ListSkeleton />}
      {catalogue.kind === 'ready' && (
        <>
          <ListHead n={catalogue.events.length} updatedAt={catalogue.updatedAt} now={now} />
          {catalogue.events.length === 0 && <Empty title={t('catalogue.none')}>{t('catalogue.none.text')}</Empty>}
          <ol className="rows">
            {events.map((event) => (
              <ConcertRow key={event.id} event={event} events={events} now={shopNow} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
