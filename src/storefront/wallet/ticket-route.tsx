import { useNavigate, useParams } from 'react-router-dom'
import { RequireSignIn } from '#account/session/guards.tsx'
import { useIdentity } from '#account/session/identity.ts'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import { checkGivenTickets, watchGivenTicket } from '#shop/guests/given-tickets.store.ts'
import type { GivenTicket } from '#shop/guests/ticket-link.ts'
import { isLasting, watchStoreState } from '#shop/device/store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { GIVEN_BACK, mayGiveBack } from '#shop/waiting/returns.ts'
import { watchTicket } from '#shop/tickets/wallet.store.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Alert, Note, Empty } from '#ui/display/note.tsx'
import { totalWords } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/back.ts'
import '#ui/messages/en/buying/given.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { usePolling } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { TicketNotices } from '../notices/ticket-notices.tsx'
import { PrivateNote } from '../private-note.tsx'
import { TestNote } from '../test-mark.tsx'
import { useShopNow } from '../use-shop-now.ts'
import { useSyncedOnce } from '../use-synced-once.ts'
import { reasonOf, ticketState, type TicketState } from './ticket-groups.ts'
import { SoldPasses } from './hand-over/return-state.tsx'
import { useCodesHere } from './hand-over/use-codes-here.ts'
import { HandedPasses } from './hand-over/pass-owner.tsx'
import { TicketCard } from './ticket-card.tsx'
import { TicketRefund } from './ticket-refund.tsx'
import { TicketTools } from './ticket-tools.tsx'
import { useWakeLock } from '#ui/hooks/use-visible.ts'

const CLOCK_MS = 60_000
const CHECK_EVERY_MS = 5 * 60_000

/** A ticket that a link opened is this device's, and shown to all who use it; others are their account's. */
export function TicketRoute() {
  const { ticketId = '' } = useParams()
  const { value: given, error } = useWatched(() => watchGivenTicket(ticketId), [ticketId])
  usePolling(() => checkGivenTickets(), given ? CHECK_EVERY_MS : null, { atOnce: true })
  if (given === undefined && error === undefined) return <main className="min-h-dvh" aria-busy="true" />
  if (given) return <Ticket ticket={given} name={given.guestName ?? ''} given={given} />
  return (
    <RequireSignIn>
      <TicketPage />
    </RequireSignIn>
  )
}

function TicketPage() {
  const { ticketId = '' } = useParams()
  const identity = useIdentity()
  const owner = identity.status === 'signed-in' ? identity.userId : null
  const ticket = useWatched(() => watchTicket(ticketId), [ticketId, owner]).value
  const synced = useSyncedOnce(ticket === null)
  const syncing = useWatched(watchSync, []).value?.syncing === true
  usePageTitle(ticket ? `${t('wallet.ticket.page')} ${ticket.singer}` : t('wallet.ticket.page'))

  if (ticket) return <Ticket ticket={ticket} name={identity.status === 'signed-in' ? identity.name : ''} />
  if (ticket === undefined || !synced || syncing) return <main className="min-h-dvh" aria-busy="true" />
  return (
    <main className="wrap">
      <Empty
        level="h1"
        title={t('wallet.ticket.notFound')}
        way={{ to: paths.myTickets, label: t('wallet.ticket.toAll') }}
      >
        {t('wallet.ticket.notFound.text')}
      </Empty>
    </main>
  )
}

function Ticket({ ticket, name, given }: { ticket: MyTicket; name: string; given?: GivenTicket }) {
  const navigate = useNavigate()
  const now = useShopNow(CLOCK_MS)
  const state = ticketState(ticket, now)
  const valid = state === 'upcoming' || state === 'past'
  useWakeLock(valid)
  const here = useCodesHere(ticket)
  const store = useWatched(watchStoreState, []).value
  const saved = isLasting(store)
  return (
    <main className="mx-auto flex min-h-dvh max-w-[480px] flex-col">
      <div className="no-print flex h-13 items-center justify-between pr-1.5 pl-4">
        {!saved || (valid && here === undefined) ? (
          <span />
        ) : valid && !here ? (
          <StateMark kind="warn">{t('wallet.ticket.notReady')}</StateMark>
        ) : (
          <StateMark kind="ok">{t('wallet.ticket.saved')}</StateMark>
        )}
        <IconButton label={t('wallet.ticket.close')} onClick={() => void navigate(paths.myTickets)}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
        {ticket.isTest && <TestNote words="test.ticket" />}
        {given?.takenOverAt ? <TakenOver at={given.takenOverAt} /> : null}
        {!valid && <NotValid ticket={ticket} state={state} given={given} />}
        <div>
          <TicketCard
            ticket={ticket}
            name={name}
            level="h1"
            valid={valid}
            givesAway={state === 'upcoming' && !given?.takenOverAt}
            givesBack={!given && mayGiveBack(ticket, now)}
          />
        </div>
        {valid && <HandedPasses ticket={ticket} />}
        {valid && <SoldPasses ticket={ticket} />}
        {valid && <PrivateNote />}
        {!given && <TicketNotices ticket={ticket} />}
        {!given && <TicketRefund ticket={ticket} />}
        <div className="text-2 text-muted">
          {valid && <p>{t('wallet.ticket.entry')}</p>}
          {ticket.orderCode && (
            <p className="tabular-nums">
              {t('wallet.orderCode')} {ticket.orderCode}
              {ticket.from === null && ` · ${totalWords(ticket.totalAmount)}`}
            </p>
          )}
          {ticket.from && (
            <p>
              {t('wallet.ticket.from')} {ticket.from}
            </p>
          )}
        </div>
      </div>
      <TicketTools ticket={ticket} canShare={!given} />
    </main>
  )
}

function NotValid({ ticket, state, given }: { ticket: MyTicket; state: TicketState; given: GivenTicket | undefined }) {
  const reason = reasonOf(ticket, state)
  if (state === 'revoked' && ticket.revokedReason === GIVEN_BACK)
    return (
      <Note kind="info" className="text-3 font-strong">
        {t('back.wasSold')}
      </Note>
    )
  return (
    <Alert className="text-3">
      <p className="font-strong">{t(state === 'cancelled' ? 'wallet.ticket.cancelled' : 'wallet.ticket.revoked')}</p>
      {reason && <p>{t('wallet.ticket.reason', { reason })}</p>}
      {state === 'cancelled' && given && !given.complimentary && (
        <p>{t('given.moneyBack', { code: given.orderCode })}</p>
      )}
    </Alert>
  )
}

function TakenOver({ at }: { at: string }) {
  return (
    <Alert>
      <p className="font-strong">{t('given.takenOver', { day: formatDay(at), time: formatTime(at) })}</p>
      <p>{t('given.takenOver.text')}</p>
    </Alert>
  )
}
