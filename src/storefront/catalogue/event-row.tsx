import { Link } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { cheapestCategory, cheapestPaid, saleState, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDay } from '#platform/time/ist.ts'
import { DateBlock } from '#ui/display/date-block.tsx'
import { paths } from '#ui/paths.ts'
import { Price } from '#ui/display/price.tsx'
import { terms } from '#ui/terms.ts'
import { CityName } from '#ui/display/city-name.tsx'
import { BookButton, SaleMark } from './row-parts.tsx'

export const rowGrid =
  'flex flex-wrap items-start gap-x-3 pt-3.5 pb-[13px] *:first:min-w-[92px] desk:grid desk:grid-cols-[132px_minmax(0,1fr)_160px_112px_72px] desk:items-center desk:gap-x-6 desk:pt-4 desk:pb-[15px]'

export function EventRow({ event, now }: { event: CatalogueEvent; now: number }) {
  const cheapest = cheapestCategory(event, now)
  const state = saleState(event, now, terms().lowStockEvent).kind
  const bookable = state === 'on-sale' || state === 'few'
  return (
    <li
      className={`relative ${rowGrid} hover:[&_.book]:border-accent hover:[&_.book]:bg-accent hover:[&_.book]:text-accent-ink`}
    >
      <DateBlock date={event.date} size="sm" />
      <div className="min-w-0 flex-1 basis-18">
        <h4 className="leading-6 font-strong">
          <Link to={paths.event(event.id)} className="after:absolute after:inset-0">
            <span className="sr-only">{`${event.singer.name}, ${formatDay(event.date)}, `}</span>
            <CityName city={event.city} />
          </Link>
        </h4>
        <p className="text-2 leading-5 text-muted">
          <span className="whitespace-nowrap tabular-nums">
            <ConcertTime at={event.date} />
          </span>{' '}
          · {event.venue}
        </p>
        <div className="mt-1 empty:hidden desk:hidden">
          <SaleMark event={event} now={now} quiet />
        </div>
      </div>
      <div className="max-desk:hidden">
        <SaleMark event={event} now={now} quiet />
      </div>
      <div className="ml-auto text-right">
        {bookable && cheapest && (
          <>
            <Price
              paise={cheapest.price}
              free={cheapest.free}
              paidFrom={cheapestPaid(event, now)}
              state={event.state}
              from
            />
            <div className="relative desk:hidden">
              <BookButton event={event} kind="bare" small className="min-h-9!" />
            </div>
          </>
        )}
      </div>
      <div className="relative text-right max-desk:hidden">
        {bookable && <BookButton event={event} kind="line" small className="book" />}
      </div>
    </li>
  )
}
