import { useId } from 'react'
import { Link } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { cheapestCategory, cheapestPaid, genres, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { citiesToChoose } from '#shop/catalogue/cities.ts'
import { stripEvents } from '#shop/catalogue/other-dates.ts'
import { formatDayNear } from '#platform/time/ist.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { CityName } from '#ui/display/city-name.tsx'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { Poster } from '#ui/display/poster.tsx'
import { Price } from '#ui/display/price.tsx'
import { cityWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { PosterLink } from '../poster-link.tsx'

/** A row that is swiped on a phone, from edge to edge. */
const row = 'flex overflow-x-auto overscroll-x-contain max-desk:-mx-(--gutter) max-desk:px-(--gutter)'
const card = 'relative w-36 max-w-full flex-none snap-start desk:w-40'

/** Shows posters of the concerts to come to swipe through; bars until the catalogue is read, nothing without concerts. */
export function Strip({
  events,
  now,
  large,
}: {
  events: readonly CatalogueEvent[] | undefined
  now: number
  /** Shown beside the strip on a desktop. */
  large: CatalogueEvent | undefined
}) {
  const id = useId()
  const shown = events && stripEvents(events, now)
  if (shown?.events.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-5 desk:mt-10">
      <h2 id={id} className="head-4">
        {t(shown?.title === 'weekend' ? 'catalogue.weekend' : 'catalogue.next')}
      </h2>
      {shown ? (
        <ul className={`${row} mt-2 snap-x scroll-px-(--gutter) gap-3 pb-1`}>
          {shown.events.map((event, at) => (
            <Card key={event.id} event={event} now={now} first={at === 0} beside={event === large} />
          ))}
        </ul>
      ) : (
        <Skeleton>
          <div className={`${row} mt-2 gap-3 pb-1`}>
            {[0, 1, 2, 3].map((place) => (
              <div key={place} className={card}>
                <Bar className="aspect-4/5 h-auto! w-full" />
                <Bar className="mt-1.5 h-[18px] w-4/5" />
                <Bar dark className="h-6 w-3/5" />
                <Bar className="h-15 w-2/5" />
                {place === 0 && <Bar className="mt-1.5 h-10 w-full desk:hidden" />}
              </div>
            ))}
          </div>
        </Skeleton>
      )}
    </section>
  )
}

function Card({ event, now, first, beside }: { event: CatalogueEvent; now: number; first: boolean; beside: boolean }) {
  const cheapest = cheapestCategory(event, now)
  return (
    <li className={classes(card, beside && 'desk:hidden')}>
      <Poster eventId={event.id} own={ownPoster(event)} eager={first} />
      <p className="mt-1.5 truncate text-1 text-muted tabular-nums">
        {formatDayNear(event.date, now)} · <ConcertTime at={event.date} />
      </p>
      <h3 className="truncate font-strong">
        <PosterLink eventId={event.id} className="after:absolute after:inset-0 hover:underline">
          {event.singer.name}
        </PosterLink>
      </h3>
      <p className="truncate text-2 leading-5">
        <CityName city={event.city} />
      </p>
      {cheapest && (
        <Price
          paise={cheapest.price}
          free={cheapest.free}
          paidFrom={cheapestPaid(event, now)}
          state={event.state}
          from
          className="text-2"
        />
      )}
      {first && cheapest && (
        <ButtonLink
          kind="lit"
          small
          wide
          to={paths.seats(event.id, cheapest.id)}
          className="relative mt-1.5 desk:hidden"
        >
          {t(cheapest.standing ? 'event.chooseNumber' : 'event.chooseSeats')}
        </ButtonLink>
      )}
    </li>
  )
}

const chip =
  'relative inline-flex min-h-9 items-center rounded-control border border-control px-3 pt-px text-2 leading-none whitespace-nowrap after:absolute after:inset-x-0 after:-inset-y-1 hover:border-ink'

/** Leads to the concerts of a city or of a genre. */
export function Places({ events }: { events: readonly CatalogueEvent[] | undefined }) {
  const ways = [
    ...citiesToChoose(events ?? []).map((city) => ({ query: { city }, text: cityWords(city) })),
    ...genres.map((category) => ({ query: { category }, text: t(`event.genre.${category}`) })),
  ]
  return (
    <nav aria-label={t('catalogue.places')} className="mt-4 desk:mt-6">
      <ul className={`${row} gap-2 py-1 desk:flex-wrap`}>
        {ways.map(({ query, text }) => (
          <li key={text}>
            <Link to={withQuery(paths.concerts, query)} className={chip}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
