import { Link } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { canBeBought, cheapestCategory, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DateBlock } from '#ui/display/date-block.tsx'
import { priceWords, rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { Poster } from '#ui/display/poster.tsx'
import { allInPrice } from '#shop/prices/rates.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { inSpokenLanguage, shopLook } from '#ui/shop.ts'
import { terms } from '#ui/terms.ts'
import { CatalogueSearch } from './catalogue-search.tsx'

const nextOnSale = (events: readonly CatalogueEvent[], now: number): CatalogueEvent | undefined =>
  events.find((event) => canBeBought(event, now))

export function Hero({ events, now }: { events: readonly CatalogueEvent[] | undefined; now: number }) {
  const lead = events && nextOnSale(events, now)
  const { tiles } = shopLook()
  return (
    <section className="wrap pt-6 desk:grid desk:grid-cols-[minmax(0,1fr)_400px] desk:grid-rows-[1fr_auto] desk:gap-x-18 desk:pt-0">
      <div className="desk:pt-16">
        <h1 className="head-6 whitespace-pre-line">{t('catalogue.hero.title')}</h1>
        <p className="mt-3 max-w-[34ch] text-muted desk:mt-6 desk:text-4 desk:leading-[30px]">
          {t('catalogue.hero.text')}
        </p>
        <CatalogueSearch boxed className="mt-6 max-w-[520px] max-desk:hidden" />
      </div>
      <div className="mt-6 desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:mt-0">
        {lead ? <Lead event={lead} now={now} /> : !events && <LeadSkeleton />}
      </div>
      {tiles.length > 0 && (
        <dl className="mt-10 grid grid-cols-2 border-t border-rule desk:mt-6 desk:grid-cols-[1fr_1fr_1fr_1.3fr] desk:self-end">
          {tiles.map(({ number, label }, place) => (
            <div
              key={place}
              className="flex flex-col-reverse justify-end border-b border-rule pt-3 pb-2.5 wrap-anywhere desk:border-b-0 desk:pt-4 desk:pb-0.5"
            >
              <dt className="text-2 leading-5 text-muted">{inSpokenLanguage(label)}</dt>
              <dd className="figure text-5">{inSpokenLanguage(number)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const picture = 'aspect-16/10 desk:aspect-4/5 desk:rounded-t-none!'
const captionGrid = 'grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 gap-y-4 pt-4 desk:grid-cols-[132px_minmax(0,1fr)]'

function Lead({ event, now }: { event: CatalogueEvent; now: number }) {
  const category = cheapestCategory(event, now)
  return (
    <article>
      <Link to={paths.event(event.id)} tabIndex={-1} aria-hidden="true">
        <Poster eventId={event.id} own={ownPoster(event)} eager className={picture} />
      </Link>
      <div className={captionGrid}>
        <DateBlock date={event.date} />
        <div className="min-w-0">
          <h2 className="truncate head-4">{event.singer.name}</h2>
          <p className="truncate text-2 leading-5 text-muted">
            <span className="tabular-nums">
              <ConcertTime at={event.date} />
            </span>{' '}
            · {event.city}
          </p>
          <p className="truncate text-2 leading-5 text-muted">{event.venue}</p>
        </div>
        <ButtonLink
          kind="lit"
          wide
          to={category ? paths.seats(event.id, category.id) : paths.event(event.id)}
          className="col-span-2"
          value={
            category && (
              <span className="block text-right leading-5">
                {category.free ? priceWords(0, true) : t('common.from', { amount: rupees(category.price) })}
                {!category.free && (
                  <span className="block text-1 leading-4 font-text">
                    {t('common.allIn', { amount: rupees(allInPrice(category.price, terms(), event.state)) })}
                  </span>
                )}
              </span>
            )
          }
        >
          {t(category?.standing ? 'event.chooseNumber' : 'event.chooseSeats')}
        </ButtonLink>
      </div>
    </article>
  )
}

function LeadSkeleton() {
  return (
    <Skeleton>
      <Bar className={`h-auto! w-full ${picture}`} />
      <div className={captionGrid}>
        <Bar dark className="h-10 w-[84px] desk:h-12" />
        <div>
          <Bar dark className="h-[26px] w-3/5" />
          <Bar className="my-0.5 h-4 w-3/5" />
          <Bar className="mt-1 mb-0.5 h-4 w-4/5" />
        </div>
        <Bar className="col-span-2 h-12" />
      </div>
    </Skeleton>
  )
}
