import { Suspense, useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { canBeBought, saleState, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { pricedAt } from '#shop/catalogue/sale/phases.ts'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import { t } from '#ui/messages/messages.ts'
import { Note, Bar, Skeleton } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { Poster } from '#ui/display/poster.tsx'
import { toast } from '#ui/toast.tsx'
import { useToastWhen } from '#ui/hooks/use-toast-when.ts'
import { terms } from '#ui/terms.ts'
import { NoEvent } from '../../no-event.tsx'
import { useShopNow } from '../../use-shop-now.ts'
import { EventInformation, EventWords } from './event-information.tsx'
import { EventTickets } from './event-tickets.tsx'
import { optionalPart } from '../../optional-part.ts'
import { SampleRating } from './sample-rating.tsx'
import { useEvent } from './use-event.ts'
import { ConcertTime } from '#account/concert-time.tsx'
import { classes } from '#ui/controls/classes.ts'
import { DateBlock } from '#ui/display/date-block.tsx'
import { CityName } from '#ui/display/city-name.tsx'
import { cityWords } from '#ui/format.ts'

const OtherDates = optionalPart(() => import('./other-dates.tsx').then((part) => part.OtherDates))
const SameDay = optionalPart(() => import('./other-dates.tsx').then((part) => part.SameDay))
const EventTools = optionalPart(() => import('./event-tools.tsx').then((part) => part.EventTools))
const AboutEvent = optionalPart(() => import('./about-event.tsx').then((part) => part.AboutEvent))
/** Tells when the sale opens, or that it is paused or has ended. */
const SaleNotice = optionalPart(() => import('../sale/sale-notice.tsx').then((part) => part.SaleNotice))
const EventCode = optionalPart(() => import('../../codes/event-code.tsx').then((part) => part.EventCode))
/** Without its code nothing is known of a queue, and the database decides. */
const EventQueue = optionalPart(() => import('../../queue/event-queue.tsx').then((part) => part.EventQueue))

const TOOLS_PLACE = <div className="h-[134px]" />

const CLOCK_MS = 15_000

export function EventRoute() {
  const { eventId = '' } = useParams()
  const state = useEvent(eventId)
  useToastWhen(state.kind === 'failed' && !state.retrying, () => toast.error(t('event.failed')))
  if (state.kind === 'loading') return <EventSkeleton />
  if (state.kind === 'ready') return <EventPage key={state.event.id} event={state.event} onDevice={state.onDevice} />
  return (
    <div className="wrap">
      <NoEvent state={state} />
    </div>
  )
}

const columns = 'wrap grid gap-6 desk:grid-cols-[384px_minmax(0,1fr)] desk:gap-18'

/** Draws an event's page. server/pages/event-frame.ts draws its upper part before any script runs: keep both alike. */
export function EventPage({
  event: read,
  onDevice,
  preview,
}: {
  event: CatalogueEvent
  onDevice: boolean
  /** For a draft: what is above it, instead of what needs its own address. */
  preview?: ReactNode
}) {
  const now = useShopNow(CLOCK_MS, [read])
  const event = pricedAt(read, now)
  usePageTitle(`${event.singer.name}, ${cityWords(event.city)}`)
  const buyable = canBeBought(event, now)
  const { kind } = saleState(event, now, terms().lowStockEvent)
  const waits = kind === 'before' || kind === 'paused' || kind === 'not-yet'
  const [waitsTurn, setWaitsTurn] = useState(false)
  return (
    <>
      {preview ?? <Crumbs>{`${event.singer.name}, ${cityWords(event.city)}`}</Crumbs>}
      <div className={columns}>
        <div>
          <Poster eventId={event.id} own={ownPoster(event)} eager whole className="aspect-video desk:aspect-4/5" />
          {!preview && (
            <div className="mt-4 max-desk:hidden">
              <Suspense fallback={TOOLS_PLACE}>
                <EventTools event={event} />
              </Suspense>
            </div>
          )}
        </div>
        <div className="min-w-0">
          <h1 className="head-6 wrap-break-word">{event.singer.name}</h1>
          {event.genre && <p className="mt-2.5 text-muted">{t(`event.genre.${event.genre}`)}</p>}
          <SampleRating eventId={event.id} />
          <EventNotice event={event} now={now} />
          <EventBoard event={event} lit={buyable} />
          {event.about && <EventWords about={event.about} />}
          {(waits || kind === 'ended') && (
            <Suspense fallback={<div className="mt-4 h-[88px]" />}>
              <SaleNotice event={event} now={now} />
            </Suspense>
          )}
          {event.categories.length > 0 && !buyable && !waits && !preview && (
            <Suspense fallback={<div className="mt-4 h-[150px]" />}>
              <OtherDates event={event} now={now} />
            </Suspense>
          )}
          {!preview && onDevice && event.hasQueue !== false && kind !== 'cancelled' && kind !== 'over' && (
            <Suspense>
              <EventQueue event={event} onWaits={setWaitsTurn} />
            </Suspense>
          )}
          <EventTickets
            event={event}
            onDevice={onDevice}
            now={now}
            preview={preview !== undefined}
            waitsTurn={waitsTurn}
          />
          {/* A code may open tickets that are not shown here. */}
          {!preview && onDevice && kind !== 'cancelled' && kind !== 'over' && (
            <Suspense>
              <EventCode event={event} now={now} />
            </Suspense>
          )}
          {event.about && (
            <Suspense>
              <AboutEvent about={event.about} cancelled={event.status === 'cancelled'} />
            </Suspense>
          )}
          <EventInformation event={event} />
          {!preview && onDevice && (
            <Suspense>
              <SameDay event={event} now={now} />
            </Suspense>
          )}
          {!preview && (
            <div className="mt-10 border-t border-rule desk:hidden">
              <Suspense fallback={TOOLS_PLACE}>
                <EventTools event={event} />
              </Suspense>
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function EventNotice({ event, now }: { event: CatalogueEvent; now: number }) {
  if (event.status === 'cancelled')
    return (
      <Note kind="bad" className="mt-5">
        <b className="font-strong">{t('event.cancelled')}</b>{' '}
        {event.cancelledReason && t('event.cancelled.reason', { reason: event.cancelledReason })}
        <span className="block">{t('event.cancelled.text')}</span>
      </Note>
    )
  return (
    <>
      {event.previousDate !== null && (
        <Note kind="info" className="mt-5">
          <b className="font-strong">{t('event.moved', { day: formatDay(event.previousDate) })}</b>{' '}
          {t('event.moved.text')}
        </Note>
      )}
      {Date.parse(event.date) <= now && (
        <Note kind="plain" className="mt-5">
          {t('event.over')}
        </Note>
      )}
    </>
  )
}

function Crumbs({ children }: { children: string }) {
  return (
    <nav aria-label={t('event.breadcrumb')} className="wrap flex gap-2 py-4 text-2 leading-5 text-muted">
      <Link to={paths.concerts} className="link flex-none">
        {t('app.concerts')}
      </Link>
      <span aria-hidden="true" className="max-desk:hidden">
        /
      </span>
      <span aria-current="page" className="truncate max-desk:hidden">
        {children}
      </span>
    </nav>
  )
}

function EventSkeleton() {
  return (
    <Skeleton>
      <div className="wrap py-4">
        <Bar className="h-5 w-48" />
      </div>
      <div className={columns}>
        <Bar className="aspect-video w-full desk:aspect-4/5" />
        <div>
          <Bar dark className="h-11 w-3/5 desk:h-[70px]" />
          <Bar className="mt-3 w-24" />
          <Bar className="mt-6 h-[188px] desk:h-[110px]" />
          <Bar dark className="mt-14 h-6 w-24" />
          {[0, 1, 2].map((row) => (
            <Bar key={row} className="mt-4 h-[100px] desk:h-[60px]" />
          ))}
        </div>
      </div>
    </Skeleton>
  )
}

function EventBoard({ event, lit }: { event: CatalogueEvent; lit: boolean }) {
  return (
    <dl className="mt-6 flex flex-wrap border-t-2 border-rule-strong desk:grid desk:grid-cols-[auto_auto_1fr]">
      <div
        className={classes(
          'py-3 pr-5 pl-3.5 desk:py-4 desk:pr-7 desk:pl-4',
          lit ? 'bg-accent text-accent-ink' : 'bg-sunk',
        )}
      >
        <dt className="sr-only">{t('event.date')}</dt>
        <dd>
          <DateBlock date={event.date} onAccent />
        </dd>
      </div>
      <div className="min-w-0 flex-1 basis-18 py-3 pl-4 desk:py-3.5 desk:pr-10 desk:pl-6">
        <dt className="sr-only">{t('event.starts')}</dt>
        <dd>
          <span className="head-5 whitespace-nowrap tabular-nums">
            <ConcertTime at={event.date} />
          </span>
          {event.about?.doorsAt && (
            <span className="block text-1">{t('event.doors', { time: formatTime(event.about.doorsAt) })}</span>
          )}
        </dd>
      </div>
      <div className="w-full border-t border-rule py-3 desk:w-auto desk:border-t-0 desk:border-l desk:py-3.5 desk:pl-6">
        <dt className="sr-only">{t('event.venue')}</dt>
        <dd>
          <span className="head-5">
            <CityName city={event.city} className="text-[.8em]! text-muted" />
          </span>
          <span className="block text-2 text-muted">{event.venue}</span>
        </dd>
      </div>
    </dl>
  )
}
