import { ConcertTime } from '#account/concert-time.tsx'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { canBeBought, cheapestCategory, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { classes } from '#ui/controls/classes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DateBlock } from '#ui/display/date-block.tsx'
import { cityWords, priceWords, rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { Poster } from '#ui/display/poster.tsx'
import { allInPrice } from '#shop/prices/rates.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { inSpokenLanguage, shopLook } from '#ui/shop.ts'
import { terms } from '#ui/terms.ts'
import { PosterLink } from '../poster-link.tsx'
import { Places, Strip } from './strip.tsx'

const nextOnSale = (events: readonly CatalogueEvent[], now: number): CatalogueEvent | undefined =>
  events.find((event) => canBeBought(event, now))

/** Shows what is next: `titled` with the shop's promise, for those who have no ticket. */
export function Hero({
  events,
  now,
  titled,
}: {
  events: readonly CatalogueEvent[] | undefined
  now: number
  titled: boolean
}) {
  const lead = events && nextOnSale(events, now)
  return (
    <section
      className={classes(
        'wrap pt-5',
        titled && 'desk:grid desk:grid-cols-[minmax(0,1fr)_400px] desk:gap-x-18 desk:pt-0',
      )}
    >
      <div className={classes('min-w-0', titled && 'desk:pt-12')}>
        {titled && (
          <>
            <h1 className="head-5 desk:head-6">{t('catalogue.hero.title')}</h1>
            <p className="mt-4 text-4 text-muted max-desk:hidden">{t('catalogue.hero.text')}</p>
          </>
        )}
        <Strip events={events} now={now} large={titled ? lead : undefined} />
        <Places events={events} />
      </div>
      {/* On a phone it is the first of the strip. */}
      {titled && (
        <div className="max-desk:hidden">{lead ? <Lead event={lead} now={now} /> : !events && <LeadSkeleton />}</div>
      )}
    </section>
  )
}

/** Shows the numbers that the operator typed; nothing without any. */
export function Figures() {
  const { tiles } = shopLook()
  if (tiles.length === 0) return null
  return (
    <dl className="wrap mt-10 grid grid-cols-2 desk:mt-18 desk:grid-cols-4">
      {tiles.map(({ number, label }, place) => (
        <div
          key={place}
          className="flex flex-col-reverse justify-end border-t border-rule pt-3 pb-2.5 wrap-anywhere desk:pt-4"
        >
          <dt className="text-2 leading-5 text-muted">{inSpokenLanguage(label)}</dt>
          <dd className="figure text-5">{inSpokenLanguage(number)}</dd>
        </div>
      ))}
    </dl>
  )
}

const picture = 'rounded-t-none!'
const captionGrid = 'grid grid-cols-[132px_minmax(0,1fr)] gap-x-3 gap-y-4 pt-4'

function Lead({ event, now }: { event: CatalogueEvent; now: number }) {
  const category = cheapestCategory(event, now)
  return (
    <article>
      <PosterLink eventId={event.id} tabIndex={-1} aria-hidden="true">
        <Poster eventId={event.id} own={ownPoster(event)} className={picture} />
      </PosterLink>
      <div className={captionGrid}>
        <DateBlock date={event.date} />
        <div className="min-w-0">
          <h2 className="truncate head-4">{event.singer.name}</h2>
          <p className="truncate text-2 leading-5 text-muted">
            <span className="tabular-nums">
              <ConcertTime at={event.date} />
            </span>{' '}
            · {cityWords(event.city)}
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
      <Bar className={`aspect-4/5 h-auto! w-full ${picture}`} />
      <div className={captionGrid}>
        <Bar dark className="h-12 w-[84px]" />
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
