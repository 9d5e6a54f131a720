import { useMemo } from 'react'
import { RequireSignIn } from '#account/session/guards.tsx'
import { useIdentity, useOwner } from '#account/session/identity.ts'
import { watchDismissedPayments } from '#shop/payments/dismissed-payments.store.ts'
import { watchSubmissions } from '#shop/orders/outbox/outbox.store.ts'
import { watchMyPayments, watchMyTickets } from '#shop/tickets/wallet.store.ts'
import type { GivenTicket } from '#shop/guests/ticket-link.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { BegunOrders, useUnreportedOrders } from '../checkout/begun-orders.tsx'
import { LongList } from '../long-list.tsx'
import { UpdatesLink } from '../notices/ticket-notices.tsx'
import { usePrivateWindow, WithPrivateNote } from '../private-note.tsx'
import { OwedMoney } from '../refunds/payment-refunds.tsx'
import { useShopNow } from '../use-shop-now.ts'
import { MyWaits } from '../waiting/my-waits.tsx'
import { GivenTickets, VisitorsTickets, useGivenTickets } from './link/given-tickets.tsx'
import { openPayments, type OpenPayment } from './open-payments.ts'
import { KeepTickets } from './keep-tickets.tsx'
import { PaymentRow } from './payment-row.tsx'
import { groupTickets, ticketState } from './ticket-groups.ts'
import { NextTicket, TicketRow } from './ticket-row.tsx'
import { useWalletState, WalletBody, WalletPage } from './wallet-state.tsx'

const CLOCK_MS = 30_000

/** Visitors see the tickets that links opened on this device, and are sent to sign in when there are none. */
export function MyTicketsRoute() {
  const identity = useIdentity()
  const given = useGivenTickets()
  if (given === undefined) return null
  if (identity.status === 'signed-out' && given.length > 0) return <VisitorsTickets tickets={given} />
  return (
    <RequireSignIn>
      <MyTickets given={given} />
    </RequireSignIn>
  )
}

function MyTickets({ given }: { given: readonly GivenTicket[] }) {
  usePageTitle(t('wallet.title'))
  const owner = useOwner()
  const identity = useIdentity()
  const name = identity.status === 'signed-in' ? identity.name : ''
  const tickets = useWatched(watchMyTickets, [owner])
  const payments = useWatched(watchMyPayments, [owner])
  const submissions = useWatched(watchSubmissions, [owner])
  const dismissed = useWatched(watchDismissedPayments, [owner])
  const begun = useUnreportedOrders(owner)
  const shopNow = useShopNow(CLOCK_MS)
  const isPrivate = usePrivateWindow()

  const broken = tickets.error ?? payments.error ?? submissions.error ?? dismissed.error
  const loaded = tickets.value && payments.value && submissions.value && dismissed.value
  const open = useMemo(
    () => openPayments(submissions.value ?? [], payments.value ?? [], tickets.value ?? [], dismissed.value),
    [submissions.value, payments.value, tickets.value, dismissed.value],
  )
  const orders = useMemo(
    () => new Map((payments.value ?? []).map((payment) => [payment.id, payment.orderCode])),
    [payments.value],
  )
  const { upcoming, ...old } = useMemo(() => groupTickets(tickets.value ?? [], shopNow), [tickets.value, shopNow])
  const nothing = loaded !== undefined && tickets.value?.length === 0 && open.length === 0
  const state = useWalletState({
    owner,
    loaded: loaded !== undefined,
    nothing,
    broken: broken !== undefined,
    failure: t('wallet.failed'),
  })

  const [next, ...later] = upcoming
  const isGivenNext = comesFirst(nextOf(given, shopNow), next)
  const givenTickets = <GivenTickets tickets={given} now={shopNow} whole={isGivenNext} />
  // Nothing that is read sooner is pushed down by the ticket.
  const settled = loaded !== undefined || broken !== undefined
  const others = (
    <div>
      <MyWaits now={shopNow} />
      <BegunOrders orders={begun} className="mt-4" />
      {!isGivenNext && givenTickets}
      {loaded && <OwedMoney owner={owner} orders={orders} />}
      <WalletBody state={state}>
        {nothing && given.length === 0 ? (
          <Empty
            title={t('wallet.empty.title')}
            className="mt-4 border-t-2 border-rule-strong"
            way={{ to: paths.concerts, label: t('wallet.empty.action') }}
          >
            {t('wallet.empty.text')}
          </Empty>
        ) : (
          <>
            <Rows title={t('wallet.upcoming')} tickets={isGivenNext ? upcoming : later} now={shopNow} />
            <Payments open={open} />
            <Rows title={t('wallet.cancelled')} tickets={old.cancelled} now={shopNow} />
            <Rows title={t('wallet.past')} tickets={old.past} now={shopNow} />
            <KeepTickets />
          </>
        )}
      </WalletBody>
    </div>
  )

  return (
    <WalletPage
      title={t('wallet.title')}
      ways={
        <>
          <ButtonLink small kind="bare" to={paths.orders} className="no-print">
            {t('wallet.allOrders')}
          </ButtonLink>
          <UpdatesLink owner={owner} />
        </>
      }
      sync={state.sync}
    >
      {!settled ? (
        <WalletBody state={state}>{null}</WalletBody>
      ) : nothing && given.length === 0 ? (
        others
      ) : (
        <WithPrivateNote isPrivate={isPrivate} className="mt-4">
          <div className={isGivenNext || next ? COLUMNS : undefined}>
            {isGivenNext
              ? givenTickets
              : next && (
                  <section aria-label={t('wallet.next')} className="mt-4">
                    <ul>
                      <NextTicket ticket={next} name={name} />
                    </ul>
                  </section>
                )}
            {others}
          </div>
        </WithPrivateNote>
      )}
    </WalletPage>
  )
}

/** The next ticket has a phone's width. */
const COLUMNS = 'desk:grid desk:grid-cols-[400px_minmax(0,1fr)] desk:items-start desk:gap-x-10'

const nextOf = (tickets: readonly MyTicket[], now: number): MyTicket | undefined =>
  groupTickets(tickets, now).upcoming[0]

const comesFirst = (one: MyTicket | undefined, other: MyTicket | undefined): boolean =>
  one !== undefined && (other === undefined || Date.parse(one.date) < Date.parse(other.date))

const ticketsShown = (figures: { shown: string; n: string }): string => t('wallet.shown', figures)

function Rows({ title, tickets, now }: { title: string; tickets: readonly MyTicket[]; now: number }) {
  return (
    <LongList title={title} rows={tickets} shownOf={ticketsShown}>
      {(ticket) => <TicketRow key={ticket.id} ticket={ticket} state={ticketState(ticket, now)} />}
    </LongList>
  )
}

function Payments({ open }: { open: readonly OpenPayment[] }) {
  if (open.length === 0) return null
  return (
    <section aria-label={t('wallet.payments')} className="no-print mt-6 desk:mt-10">
      <div className="section-head pb-0!">
        <h2 className="head-4">{t('wallet.payments')}</h2>
      </div>
      <ul className="rows">
        {open.map((each) => (
          <PaymentRow key={'payment' in each ? each.payment.orderId : each.submission.orderId} open={each} />
        ))}
      </ul>
    </section>
  )
}
