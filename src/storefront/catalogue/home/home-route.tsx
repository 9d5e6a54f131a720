import { Link } from 'react-router-dom'
import { singersWithEvents } from '#shop/catalogue/catalogue.ts'
import { pricedAt } from '#shop/catalogue/sale/phases.ts'
import { periods } from '#platform/time/periods.ts'
import { Empty } from '#ui/display/empty.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Skeleton } from '#ui/display/skeleton.tsx'
import { useShopNow } from '../../use-shop-now.ts'
import { CatalogueFailed } from '../catalogue-failed.tsx'
import { Hero } from './hero.tsx'
import { SingerEvents, SingerSkeleton } from './singer-events.tsx'
import { useCatalogue } from '../use-catalogue.ts'
import { WHOLE_LIST } from '../whole-list.ts'

const CLOCK_MS = 30_000

export function HomeRoute() {
  usePageTitle(null)
  const catalogue = useCatalogue()
  const read = catalogue.kind === 'ready' ? catalogue.events : catalogue.kind === 'failed' ? [] : undefined
  const now = useShopNow(CLOCK_MS, read)
  const events = read?.map((event) => pricedAt(event, now))
  const singers = events && singersWithEvents(events)
  return (
    <>
      <Hero events={events} now={now} />
      <section className="wrap mt-10 desk:mt-18">
        <div className="section-head">
          <h2 className="head-5">{t('catalogue.upcoming')}</h2>
          <ul className="flex flex-wrap gap-x-4 text-2">
            {periods.map((period) => (
              <li key={period}>
                <Link to={withQuery(paths.concerts, { when: period })} className="link py-2">
                  {t(`catalogue.${period}`)}
                </Link>
              </li>
            ))}
            <li>
              <Link to={paths.concerts} state={WHOLE_LIST} className="link py-2">
                {t('catalogue.all')}
              </Link>
            </li>
          </ul>
        </div>
        {catalogue.kind === 'failed' && <CatalogueFailed {...catalogue} />}
        {catalogue.kind === 'ready' && singers?.length === 0 && (
          <Empty level="h3" title={t('catalogue.none')}>
            {t('catalogue.none.text')}
          </Empty>
        )}
        <div className="rows">
          {singers?.map((entry) => (
            <SingerEvents key={entry.singer.id} entry={entry} now={now} />
          ))}
        </div>
        {!singers && (
          <Skeleton>
            <SingerSkeleton />
            <SingerSkeleton />
          </Skeleton>
        )}
        {singers && singers.length > 0 && (
          <div className="border-t border-rule">
            <Link to={paths.events} className="link inline-block py-3 text-2">
              {t('catalogue.byDate')}
            </Link>
            <p className="text-1 text-muted">{t('event.prices')}</p>
          </div>
        )}
      </section>
    </>
  )
}
