import { Link } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { cheapestCategory, cheapestPaid, saleState, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDay, formatDayNear } from '#platform/time/ist.ts'
import { otherDates } from '#shop/catalogue/other-dates.ts'
import { DateBlock } from '#ui/display/date-block.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { Poster } from '#ui/display/poster.tsx'
import { Price } from '#ui/display/price.tsx'
import { terms } from '#ui/terms.ts'
import { CityName } from '#ui/display/city-name.tsx'
import { PosterLink } from './poster-link.tsx'
import { BookButton, SaleMark } from './row-parts.tsx'
import { SampleRating } from './event/sample-rating.tsx'
import { ago, cityWords } from '#ui/format.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'

const concertGrid =
  'grid grid-cols-[minmax(0,1fr)_84px] gap-x-4 py-4 desk:grid-cols-[124px_88px_minmax(0,1fr)_160px_112px_72px] desk:items-center desk:gap-x-5 desk:py-3.5'

export function ConcertRow({
  event,
  events,
  now,
}: {
  event: CatalogueEvent
  events: readonly CatalogueEvent[]
  now: number
}) {
  const cheapest = cheapestCategory(event, now)
  const state = saleState(event, now, terms().lowStockEvent).kind
  const bookable = state === 'on-sale' || state === 'few'
  const gone = state === 'sold-out' || state === 'cancelled'
  const also = gone ? otherDates(event, events, now)[0] : undefined
  return (
    <li
      className={`relative ${concertGrid} hover:[&_.book]:border-accent hover:[&_.book]:bg-accent hover:[&_.book]:text-accent-ink`}
    >
      <DateBlock date={event.date} />
      <Poster
        eventId={event.id}
        own={ownPoster(event)}
        className="col-start-2 row-span-2 row-start-1 self-start desk:row-span-1"
      />
      <div className="col-start-1 mt-3 min-w-0 desk:col-start-3 desk:mt-0">
        <h3 className="head-4">
          <PosterLink eventId={event.id} className="after:absolute after:inset-0">
            {event.singer.name}
            <span className="sr-only">{`, ${formatDay(event.date)}`}</span>
          </PosterLink>
        </h3>
        <p className="text-2 font-strong">
          <CityName city={event.city} />
        </p>
        <p className="text-2 text-muted">
          <span className="whitespace-nowrap tabular-nums">
            <ConcertTime at={event.date} />
          </span>{' '}
          · {event.venue}
        </p>
        <SampleRating eventId={event.id} />
      </div>
      <div className="col-span-2 mt-2 flex flex-wrap items-end justify-between gap-x-4 desk:contents">
        <div className="desk:col-start-4">
          <SaleMark event={event} now={now} />
          {also && (
            <Link to={paths.event(also.id)} className="relative link block py-1 text-2">
              {t('catalogue.also', { city: cityWords(also.city), day: formatDayNear(also.date, now) })}
            </Link>
          )}
        </div>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 text-right desk:contents">
          {bookable && cheapest && (
            <Price
              paise={cheapest.price}
              free={cheapest.free}
              paidFrom={cheapestPaid(event, now)}
              state={event.state}
              from
              className="desk:col-start-5"
            />
          )}
          <div className="relative desk:col-start-6">
            {bookable && <BookButton event={event} kind="line" small className="book" />}
          </div>
        </div>
      </div>
    </li>
  )
}

export function ListHead({ n, updatedAt, now }: { n: number; updatedAt: number | null; now: number }) {
  return (
    <div className="section-head pb-0!">
      <h2 className="head-4 tabular-nums" aria-live="polite">
        {t('catalogue.count', { n })}
      </h2>
      {updatedAt !== null && (
        <span className="text-1 text-muted">{t('catalogue.updated', { ago: ago(updatedAt, now) })}</span>
      )}
    </div>
  )
}

export function ListSkeleton() {
  return (
    <Skeleton>
      <div className="section-head pb-0!">
        <Bar dark className="h-[26px] w-32" />
      </div>
      <div className="rows">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} className={concertGrid}>
            <Bar dark className="h-10 w-[84px]" />
            <Bar className="col-start-2 row-span-2 row-start-1 aspect-4/5 w-full desk:row-span-1" />
            <div className="mt-3 desk:col-start-3 desk:mt-0">
              <Bar dark className="h-6 w-3/5" />
              <Bar className="my-1.5 h-4 w-2/5" />
              <Bar className="h-4 w-4/5" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
