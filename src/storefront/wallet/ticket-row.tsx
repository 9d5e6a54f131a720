import { Link } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { formatDay } from '#platform/time/ist.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { isStanding } from '#shop/seats/standing.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DateBlock } from '#ui/display/date-block.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { EventPoster } from '../catalogue/event/event-poster.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { type TicketState, reasonOf } from './ticket-groups.ts'
import { TicketQr } from './ticket-qr.tsx'
import { TicketRefund } from './ticket-refund.tsx'
import { TestMark } from '../test-mark.tsx'
import { TicketTools } from './ticket-tools.tsx'

/** Shows a ticket to come. `given`: opened by a link; there is nothing to refund, and no one to pass it to. */
export function UpcomingTicket({ ticket, lit, given = false }: { ticket: MyTicket; lit: boolean; given?: boolean }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 py-4 break-inside-avoid desk:grid-cols-[132px_96px_minmax(0,1fr)_312px]">
      <div className="flex flex-wrap gap-x-3 *:first:min-w-[92px] desk:contents">
        <DateBlock date={ticket.date} />
        <EventPoster eventId={ticket.eventId} className="self-start max-desk:hidden" />
        <div className="flex-1 basis-18">
          <Facts ticket={ticket} />
          {ticket.previousDate !== null && (
            <p className="mt-1 text-2 text-warn">{t('wallet.moved', { day: formatDay(ticket.previousDate) })}</p>
          )}
          {!given && <TicketRefund ticket={ticket} className="mt-2" />}
          <div className="mt-3 max-desk:hidden">
            <Show ticket={ticket} lit={lit} />
            <TicketTools ticket={ticket} canShare={!given} className="mt-1 flex flex-wrap gap-x-6" />
          </div>
        </div>
      </div>
      <TicketQr ticket={ticket} />
      <div className="no-print desk:hidden">
        <Show ticket={ticket} lit={lit} />
        <TicketTools ticket={ticket} canShare={!given} className="mt-1 grid grid-cols-2 *:last:odd:col-span-2" />
      </div>
    </li>
  )
}

function Show({ ticket, lit }: { ticket: MyTicket; lit: boolean }) {
  // Without those that were given away.
  const n = ticket.passes.length
  return (
    <ButtonLink
      kind={lit ? 'lit' : 'line'}
      wide
      to={paths.ticket(ticket.id)}
      value={n === 0 ? '' : t(isStanding(ticket.seats) ? 'wallet.people' : 'wallet.seatCount', { n })}
      className="no-print max-w-[312px] max-desk:max-w-none"
    >
      {t('wallet.show')}
    </ButtonLink>
  )
}

export function OldTicket({ ticket, state, given = false }: { ticket: MyTicket; state: TicketState; given?: boolean }) {
  const reason = reasonOf(ticket, state)
  return (
    <li className="relative flex flex-wrap gap-x-3 gap-y-1 py-4 *:first:min-w-[92px] desk:grid desk:grid-cols-[132px_96px_minmax(0,1fr)_auto] desk:gap-x-6">
      <DateBlock date={ticket.date} />
      <EventPoster eventId={ticket.eventId} className="self-start max-desk:hidden" />
      <div className="flex-1 basis-18">
        <Facts ticket={ticket} linked />
        {reason && <p className="mt-1 text-2 text-muted">{t('wallet.ticket.reason', { reason })}</p>}
        {!given && <TicketRefund ticket={ticket} className="mt-2" />}
      </div>
      <p className="max-desk:w-full">
        {state === 'past' && <StateMark kind="off">{t('wallet.state.over')}</StateMark>}
        {state === 'cancelled' && <StateMark kind="bad">{t('wallet.state.cancelled')}</StateMark>}
        {state === 'revoked' && <StateMark kind="bad">{t('wallet.state.revoked')}</StateMark>}
      </p>
    </li>
  )
}

function Facts({ ticket, linked = false }: { ticket: MyTicket; linked?: boolean }) {
  return (
    <>
      <h3 className="head-4">
        {linked ? (
          <Link to={paths.ticket(ticket.id)} className="after:absolute after:inset-0 hover:underline">
            {ticket.singer}
          </Link>
        ) : (
          ticket.singer
        )}
        {ticket.isTest && (
          <>
            {' '}
            <TestMark />
          </>
        )}
      </h3>
      <p className="text-2 text-muted">
        {ticket.venue}, {ticket.city} · <ConcertTime at={ticket.date} />
      </p>
      <p className="text-2">
        <span className="font-strong">{ticket.categoryName}</span> ·{' '}
        <span className="tabular-nums">{t('wallet.seats', saidSeats(ticket))}</span>
      </p>
      {ticket.orderCode && (
        <p className="text-1 text-muted tabular-nums">
          {t('wallet.orderCode')} {ticket.orderCode}
        </p>
      )}
    </>
  )
}
