import { useId, type ReactNode } from 'react'
import { ConcertTime } from '#account/concert-time.tsx'
import { useOwner } from '#account/session/identity.ts'
import { directionsUrl } from '#shop/catalogue/directions.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { watchMyTickets } from '#shop/tickets/wallet.store.ts'
import { addDays, dayKey, formatDayNear } from '#platform/time/ist.ts'
import { ButtonLink, buttonClasses } from '#ui/controls/button.tsx'
import { cityWords } from '#ui/format.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/wallet.ts'
import '#ui/messages/en/shop/catalogue.ts'
import { paths } from '#ui/paths.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { BegunOrders, useUnreportedOrders } from '../../checkout/begun-orders.tsx'
import { MyWaits } from '../../waiting/my-waits.tsx'
import { groupTickets } from '../../wallet/ticket-groups.ts'
import { EventPoster } from '../event/event-poster.tsx'

/** Shows the customer's next ticket, unfinished orders and offers above the shop's page, which gets that ticket. */
export function Mine({ now, children }: { now: number; children: (next: MyTicket | null) => ReactNode }): ReactNode {
  const owner = useOwner()
  const tickets = useWatched(watchMyTickets, [owner])
  const orders = useUnreportedOrders(owner)
  // Once, so that nothing below moves.
  if (tickets.value === undefined && tickets.error === undefined) return null
  const next = groupTickets(tickets.value ?? [], now).upcoming.find(({ passes }) => passes.length > 0) ?? null
  return (
    <>
      <div className="wrap">
        {next && <Next ticket={next} now={now} />}
        <BegunOrders orders={orders} className="mt-5" />
        <MyWaits now={now} offers />
      </div>
      {children(next)}
    </>
  )
}

/** Returns 'Today', 'Tomorrow', else 'Sat 5 Dec'. */
function dayWords(date: string, now: number): string {
  const today = dayKey(now)
  if (dayKey(date) === today) return t('catalogue.today')
  return dayKey(date) === addDays(today, 1) ? t('catalogue.tomorrow') : formatDayNear(date, now)
}

function Next({ ticket, now }: { ticket: MyTicket; now: number }) {
  const id = useId()
  const { venue, city } = ticket
  return (
    <section aria-labelledby={id} className="pt-5">
      <h1 id={id} className="head-5">
        {t('catalogue.mine')}
      </h1>
      <div className="mt-3 grid max-w-[640px] grid-cols-[88px_minmax(0,1fr)] gap-4 rounded-control border border-rule bg-raised p-4 desk:grid-cols-[120px_minmax(0,1fr)]">
        <EventPoster eventId={ticket.eventId} className="desk:row-span-2" />
        <div className="min-w-0">
          <p className="head-4 tabular-nums">
            {dayWords(ticket.date, now)} <ConcertTime at={ticket.date} />
          </p>
          <p className="truncate font-strong">{ticket.singer}</p>
          <p className="text-2 wrap-anywhere tabular-nums">
            {ticket.categoryName} · {t('wallet.seats', saidSeats(ticket))}
          </p>
          <p className="truncate text-2 text-muted">
            {venue}, {cityWords(city)}
          </p>
        </div>
        <div className="col-span-2 flex flex-wrap gap-3 self-end desk:col-span-1">
          <ButtonLink kind="lit" to={paths.ticket(ticket.id)} className="max-desk:flex-1">
            {t('wallet.show')}
          </ButtonLink>
          <a
            className={buttonClasses({ kind: 'line' })}
            href={directionsUrl(venue, city)}
            target="_blank"
            rel="noreferrer"
          >
            {t('wallet.directions')}
          </a>
        </div>
      </div>
    </section>
  )
}
