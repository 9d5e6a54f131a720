import { Link } from 'react-router-dom'
import { ConcertTime } from '#account/concert-time.tsx'
import { watchMyRefunds } from '#shop/refunds/refunds.store.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { DateBlock } from '#ui/display/date-block.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import { paths } from '#ui/paths.ts'
import { TestMark } from '../test-mark.tsx'
import { useCodesHere } from './hand-over/use-codes-here.ts'
import { Moved, TicketCard } from './ticket-card.tsx'
import type { TicketState } from './ticket-groups.ts'
import { cityWords } from '#ui/format.ts'

/** Shows the next ticket, whole, with the way to its own page, where the screen stays awake. */
export function NextTicket({ ticket, name }: { ticket: MyTicket; name: string }) {
  return (
    <li>
      <TicketCard ticket={ticket} name={name} level="h2" />
      <ButtonLink kind="lit" wide arrow to={paths.ticket(ticket.id)} className="no-print mt-3">
        {t('wallet.show')}
      </ButtonLink>
    </li>
  )
}

/** Shows a ticket in a list: all else is on its page. */
export function TicketRow({ ticket, state }: { ticket: MyTicket; state: TicketState }) {
  return (
    <li className="relative flex flex-wrap gap-x-3 gap-y-1 py-3.5 *:first:min-w-[92px]">
      <DateBlock date={ticket.date} size="sm" />
      <div className="flex-1 basis-18">
        <h3 className="font-strong">
          <Link to={paths.ticket(ticket.id)} className="after:absolute after:inset-0 hover:underline">
            {ticket.singer}
          </Link>
          {ticket.isTest && (
            <>
              {' '}
              <TestMark />
            </>
          )}
        </h3>
        <p className="text-2 text-muted">
          {cityWords(ticket.city)} · <ConcertTime at={ticket.date} />
        </p>
        <p className="text-2">
          {ticket.categoryName} · <span className="tabular-nums">{t('wallet.seats', saidSeats(ticket))}</span>
        </p>
        {state === 'upcoming' && <Moved ticket={ticket} />}
        <Marks ticket={ticket} state={state} />
      </div>
    </li>
  )
}

/** What is left to do or to know about a ticket. */
function Marks({ ticket, state }: { ticket: MyTicket; state: TicketState }) {
  const refund = useWatched(watchMyRefunds, [ticket.userId]).value?.ofTicket.get(ticket.id)
  const here = useCodesHere(ticket)
  return (
    <p className="flex flex-wrap gap-x-4">
      {state === 'upcoming' && here === false && <StateMark kind="warn">{t('wallet.ticket.notReady')}</StateMark>}
      {state === 'revoked' && <StateMark kind="bad">{t('wallet.state.revoked')}</StateMark>}
      {refund &&
        (refund.status === 'refunded' ? (
          <StateMark kind="ok">{t('refund.refunded')}</StateMark>
        ) : (
          <StateMark kind="warn">{t(refund.askedAt === null ? 'refund.owed' : 'refund.requested')}</StateMark>
        ))}
    </p>
  )
}
