import { useMemo } from 'react'
import type { GivenTicket } from '#shop/guests/ticket-link.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/given.ts'
import { paths } from '#ui/paths.ts'
import { usePrivateWindow, WithPrivateNote } from '../../private-note.tsx'
import { useShopNow } from '../../use-shop-now.ts'
import { KeepTickets } from '../keep-tickets.tsx'
import { groupTickets, ticketState } from '../ticket-groups.ts'
import { NextTicket, TicketRow } from '../ticket-row.tsx'
import { checkGivenTickets, watchGivenTickets } from '#shop/guests/given-tickets.store.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

const CLOCK_MS = 30_000

/** Tickets of this device, for every account. `whole`: the first of them is the next of all. */
export function GivenTickets({
  tickets,
  now,
  whole,
}: {
  tickets: readonly GivenTicket[]
  now: number
  whole: boolean
}) {
  const { upcoming, past, cancelled } = useMemo(() => groupTickets(tickets, now), [tickets, now])
  if (tickets.length === 0) return null
  const next = whole ? upcoming[0] : undefined
  const others = [...upcoming, ...cancelled, ...past].filter((ticket) => ticket !== next)
  return (
    <section aria-label={t('given.mine')} className="mt-4">
      {next && (
        <ul>
          <NextTicket ticket={next} name={next.guestName ?? ''} />
        </ul>
      )}
      <h2 className="head-4 pt-4">{t('given.mine')}</h2>
      <p className="no-print text-2 text-muted">{t('given.mine.text')}</p>
      <ul className="rows mt-2">
        {others.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} state={ticketState(ticket, now)} />
        ))}
      </ul>
    </section>
  )
}

/** Shows My Tickets without an account. */
export function VisitorsTickets({ tickets }: { tickets: readonly GivenTicket[] }) {
  usePageTitle(t('wallet.title'))
  const now = useShopNow(CLOCK_MS)
  const isPrivate = usePrivateWindow()
  return (
    <div className="wrap pb-18">
      <h1 className="head-5 pt-6">{t('wallet.title')}</h1>
      <WithPrivateNote isPrivate={isPrivate} className="mt-4">
        <div className="max-w-[480px]">
          <GivenTickets tickets={tickets} now={now} whole />
        </div>
        <div className="no-print mt-8 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule pt-4">
          <p>{t('given.signIn')}</p>
          <ButtonLink small kind="line" to={paths.login}>
            {t('given.signIn.action')}
          </ButtonLink>
        </div>
        <KeepTickets />
      </WithPrivateNote>
    </div>
  )
}

const CHECK_EVERY_MS = 5 * 60_000

/** Tickets that links opened on this device, checked with the server now and then; undefined until they are read. */
export function useGivenTickets(): readonly GivenTicket[] | undefined {
  const { value, error } = useWatched(watchGivenTickets, [])
  const some = value !== undefined && value.length > 0
  usePolling(() => checkGivenTickets(), some ? CHECK_EVERY_MS : null, { atOnce: true })
  return value ?? (error === undefined ? undefined : [])
}
