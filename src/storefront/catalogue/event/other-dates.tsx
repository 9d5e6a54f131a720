import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { saleState, type CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDayNear, formatTime } from '#platform/time/ist.ts'
import { otherDates, sameDay } from '#shop/catalogue/other-dates.ts'
import { watchSyncedUpcoming } from '#shop/catalogue/catalogue.store.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { cityWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/catalogue.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Bar } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { terms } from '#ui/terms.ts'
import { EventPart } from './event-information.tsx'
import { WHOLE_LIST, type WholeList } from '../whole-list.ts'

/** event-route.tsx reserves this many lines. */
const LINES = 2

interface Line {
  to: string
  text: string
  state?: WholeList
}

/**
 * Shows the singer's next dates with seats, or a link to the list. Always a heading and two lines, so nothing moves.
 */
export function OtherDates({ event, now }: { event: CatalogueEvent; now: number }): ReactNode {
  const { value: upcoming } = useWatched(watchSyncedUpcoming, [])
  const { name } = event.singer
  const others = otherDates(event, upcoming?.value ?? [], now)
  const known = others.length > 0 || (upcoming?.syncedAt ?? null) !== null
  const dates = others.map((other): Line => ({
    to: paths.event(other.id),
    text: t('catalogue.also', { city: cityWords(other.city), day: formatDayNear(other.date, now) }),
  }))
  const all: Line = { to: paths.concerts, text: t('catalogue.all'), state: WHOLE_LIST }
  const more: Line = {
    to: withQuery(paths.concerts, { q: name }),
    text: t('catalogue.also.more', { n: others.length - LINES + 1, singer: name }),
  }
  const lines = dates.length > LINES ? [...dates.slice(0, LINES - 1), more] : [...dates, all].slice(0, LINES)
  return (
    <nav aria-label={t('catalogue.also.label', { singer: name })} className="mt-4">
      <p className={`${row} items-center`}>
        {saleState(event, now, terms().lowStockEvent).kind === 'sold-out' ? (
          <StateMark kind="off">{t('catalogue.soldOut')}</StateMark>
        ) : (
          <span className="truncate font-strong">{t('catalogue.also.label', { singer: name })}</span>
        )}
      </p>
      <ul className="rows">
        {dates.length === 0 && (
          <li className={`${row} items-center`}>
            {known ? t('catalogue.also.none', { singer: name }) : <Bar className="w-3/5" />}
          </li>
        )}
        {lines.map((line) => (
          <Row key={line.to} {...line} />
        ))}
      </ul>
    </nav>
  )
}

const row = 'flex min-h-[50px]'

function Row({ to, text, state }: Line) {
  return (
    <li className={row}>
      <Link
        to={to}
        state={state}
        className="flex flex-1 items-center justify-between gap-3 underline-offset-4 hover:underline"
      >
        <span className="min-w-0">{text}</span>
        <Icon name="arrow" />
      </Link>
    </li>
  )
}

const MAX_SAME_DAY = 3

/** Shows who else plays in the city on that day; nothing without any. */
export function SameDay({ event, now }: { event: CatalogueEvent; now: number }): ReactNode {
  const { value: upcoming } = useWatched(watchSyncedUpcoming, [])
  const others = sameDay(event, upcoming?.value ?? [], now)
  if (others.length === 0) return null
  return (
    <EventPart title={t('catalogue.sameDay', { city: cityWords(event.city) })}>
      <ul className="rows">
        {others.slice(0, MAX_SAME_DAY).map(({ id, singer, date }) => (
          <Row key={id} to={paths.event(id)} text={`${singer.name}, ${formatTime(date)}`} />
        ))}
      </ul>
    </EventPart>
  )
}
