import { formatDay } from '#platform/time/ist.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { ConcertTime } from '#account/concert-time.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useShopNow } from '../use-shop-now.ts'
import { ticketState, reasonOf } from '../wallet/ticket-groups.ts'
import { TicketRefund } from '../wallet/ticket-refund.tsx'
import type { RecordLine } from './order-records.ts'

const CLOCK_MS = 60_000

/** Shows a line of an order. `plain`: without buttons and links. */
export function OrderLine({ line, plain = false }: { line: RecordLine; plain?: boolean }) {
  const { ticket, cancelled, eventName, categoryName, date, venue } = line
  const at = ticket?.date ?? date
  const now = useShopNow(CLOCK_MS)
  const state = ticket && ticketState(ticket, now)
  const isRevoked = state === 'revoked'
  const reason = ticket && isRevoked ? reasonOf(ticket, state) : (cancelled?.reason ?? null)
  if (line.categoryId === null) return <li className="text-2">{t('orders.seatsGone', { n: line.quantity })}</li>
  return (
    <li>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-18">
          <p className="font-strong wrap-anywhere">{eventName}</p>
          <p className="text-2 text-muted">
            {at !== null && <ConcertTime at={at} day />}
            {at !== null && venue !== null && ' · '}
            {ticket?.venue ?? venue}
          </p>
          <p className="text-2 tabular-nums">
            {t('checkout.line.seats', { category: categoryName, list: saidSeats(line).list })}
          </p>
        </div>
        {ticket && !plain && (
          <ButtonLink
            small
            kind="line"
            to={paths.ticket(ticket.id)}
            aria-label={t('orders.ticketOf', { event: eventName, category: categoryName })}
            className="no-print"
          >
            {t('wallet.show')}
          </ButtonLink>
        )}
      </div>
      {date !== null && at !== date && state === 'upcoming' && (
        <p className="text-2 text-warn">{t('wallet.moved', { day: formatDay(date) })}</p>
      )}
      {(cancelled ?? isRevoked) && (
        <p className="mt-1 grid justify-items-start gap-1 text-2 text-muted">
          <StateMark kind="bad">{t(isRevoked ? 'wallet.state.revoked' : 'wallet.state.cancelled')}</StateMark>
          {reason && <span className="wrap-anywhere">{t('wallet.ticket.reason', { reason })}</span>}
        </p>
      )}
      {ticket && !plain && <TicketRefund ticket={ticket} className="mt-2" />}
    </li>
  )
}
