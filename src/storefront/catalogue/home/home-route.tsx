import { Link } from 'react-router-dom'
import { singersWithEvents, type SingerEvents as Entry } from '#shop/catalogue/catalogue.ts'
import { pricedAt } from '#shop/catalogue/sale/phases.ts'
import { periods } from '#platform/time/periods.ts'
import { Empty, Skeleton, Bar } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { useShopNow } from '../../use-shop-now.ts'
import { CatalogueFailed } from '../catalogue-failed.tsx'
import { Figures, Hero } from './hero.tsx'
import { useCatalogue } from '../use-catalogue.ts'
import { WHOLE_LIST } from '../whole-list.ts'
import { Suspense, lazy, useId, useState, type ReactNode } from 'react'
import { useIdentity } from '#account/session/identity.ts'
import { hadTickets } from '#shop/tickets/had-tickets.store.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { Button } from '#ui/controls/button.tsx'
import { Poster } from '#ui/display/poster.tsx'
import { EventRow, rowGrid } from '../event-row.tsx'

const CLOCK_MS = 30_000

interface MineProps {
  now: number
  children: (next: MyTicket | null) => ReactNode
}

/** Without its code the shop's page is shown alone. */
const Mine = lazy(() =>
  import('./mine.tsx').then(
    (part) => ({ default: part.Mine }),
    () => ({ default: ({ children }: MineProps) => children(null) }),
  ),
)

export function HomeRoute() {
  usePageTitle(null)
  const now = useShopNow(CLOCK_MS)
  const { status } = useIdentity()
  // Keeps the place: what a customer has is above the shop's page.
  if (status === 'unknown' && hadTickets()) return <div className="min-h-dvh" />
  if (status !== 'signed-in') return <Shop next={null} />
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <Mine now={now}>{(next) => <Shop next={next} />}</Mine>
    </Suspense>
  )
}

/** What is on sale. `next`: the customer's ticket that is shown above. */
function Shop({ next }: { next: MyTicket | null }) {
  const catalogue = useCatalogue()
  const read = catalogue.kind === 'ready' ? catalogue.events : catalogue.kind === 'failed' ? [] : undefined
  const now = useShopNow(CLOCK_MS, read)
  const events = read?.map((event) => pricedAt(event, now))
  const singers = events && singersWithEvents(events)
  const others = events?.filter(({ id }) => id !== next?.eventId)
  return (
    <>
      <Hero events={others} now={now} titled={next === null} />
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
      <Figures />
    </>
  )
}

const EVENTS_AT_FIRST = 3

const frame = 'py-4 pb-2 desk:grid desk:grid-cols-[248px_minmax(0,1fr)] desk:gap-x-10 desk:py-6'
const head = 'grid grid-cols-[72px_1fr] items-end gap-4 pb-3 desk:block desk:pb-0'
const picture = 'w-[72px] desk:mb-3 desk:w-[120px]'

function SingerEvents({ entry, now }: { entry: Entry; now: number }) {
  const [all, setAll] = useState(false)
  const listId = useId()
  const { singer, events } = entry
  const first = events[0]
  const genre = events.find((event) => event.genre !== null)?.genre
  const shown = all ? events : events.slice(0, EVENTS_AT_FIRST)
  return (
    <section className={frame} aria-label={singer.name}>
      <div className={head}>
        {first && <Poster eventId={first.id} own={ownPoster(first)} className={picture} />}
        <div className="min-w-0">
          <h3 className="head-4 wrap-break-word">{singer.name}</h3>
          {genre && <p className="mt-1 text-2 leading-5 text-muted">{t(`event.genre.${genre}`)}</p>}
        </div>
      </div>
      <div className="min-w-0">
        <ol id={listId} className="rows desk:[&>:first-child]:pt-0">
          {shown.map((event) => (
            <EventRow key={event.id} event={event} now={now} />
          ))}
        </ol>
        {events.length > EVENTS_AT_FIRST && (
          <Button kind="bare" small aria-expanded={all} aria-controls={listId} onClick={() => setAll(!all)}>
            {all ? t('catalogue.showFewer') : t('catalogue.showAll', { n: events.length })}
          </Button>
        )}
      </div>
    </section>
  )
}

function SingerSkeleton() {
  return (
    <div className={frame}>
      <div className={head}>
        <Bar className={`aspect-4/5 ${picture}`} />
        <Bar dark className="h-6 w-36" />
      </div>
      <div className="rows desk:[&>:first-child]:pt-0">
        {[0, 1, 2].map((row) => (
          <div key={row} className={rowGrid}>
            <Bar dark className="h-9 w-[84px]" />
            <div className="flex-1">
              <Bar dark className="my-1 w-2/5" />
              <Bar className="my-1 w-3/5" />
            </div>
            <Bar className="my-1 w-16 desk:hidden" />
          </div>
        ))}
      </div>
    </div>
  )
}
