import { useEffect, useRef, useState } from 'react'
import type { Order } from '#shop/orders/order.ts'
import { editSubmission, usedReference, watchSubmissions } from '#shop/orders/outbox/outbox.store.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { cameByItself } from '#shop/payments/payment-rows.ts'
import { watchMyPayments } from '#shop/tickets/wallet.store.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { Fold } from '#ui/controls/fold.tsx'
import { Empty } from '#ui/display/note.tsx'
import { HomeScreenSteps } from '#ui/install/home-screen-steps.tsx'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useIsPhone } from '#ui/hooks/use-is-phone.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { useToastWhen } from '#ui/hooks/use-toast-when.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { cart } from '../../cart/cart-state.ts'
import { PrivateNote } from '../../private-note.tsx'
import { TestNote } from '../../test-mark.tsx'
import { useSyncedOnce } from '../../use-synced-once.ts'
import { isUnderWay, mayBringTickets, offersHelp, phaseAfterCheck, phaseOf, sendingFailure } from '../payment-phase.ts'
import { OrderHelp } from './order-help.tsx'
import { PaymentFacts } from '../payment-facts.tsx'
import { FailureDialog, Rejected } from './failure-dialog.tsx'
import { seatsKeptUntil } from './seats-kept.ts'
import { DoNotPayAgain, StatusWords } from './status-words.tsx'
import { consumeSubmitted } from '../submitted-here.ts'
import { Timeline } from './timeline.tsx'
import { useTicketOpening } from './use-ticket-opening.ts'
import { useBuyAgain } from './use-buy-again.ts'
import { useTickets, useVerification } from './use-verification.ts'

const CLOCK_MS = 15_000

/** `order` is null on another device than the one that submitted it. */
export function StatusPage({ orderId, owner, order }: { orderId: string; owner: string; order: Order | null }) {
  usePageTitle(t('checkout.status.page'))
  const submissions = useWatched(watchSubmissions, [owner]).value
  const payments = useWatched(watchMyPayments, [owner]).value
  const submission = submissions?.find((each) => each.orderId === orderId)
  const payment = payments?.find((each) => each.orderId === orderId)
  const known = submissions !== undefined && payments !== undefined
  // A payment that disappears while shown stays, with its order code and reference.
  const [seen, setSeen] = useState<MyPayment>()
  if (payment && payment !== seen) setSeen(payment)
  const phase = phaseOf(payment, submission) ?? (seen?.orderId === orderId ? 'lost' : null)
  const asked = useSyncedOnce(known && phase === null)
  useEditWhenUsed(submission)

  if (!known || (phase === null && !asked)) return null
  if (phase === null) return <UnknownPayment />
  return (
    <Status {...{ orderId, order, known: phase, payment: payment ?? (submission ? undefined : seen), submission }} />
  )
}

type Phase = NonNullable<ReturnType<typeof phaseOf>>

function Status({
  orderId,
  order,
  known,
  payment,
  submission,
}: {
  orderId: string
  order: Order | null
  known: Phase
  payment: MyPayment | undefined
  submission: Submission | undefined
}) {
  const settings = useWatched(watchShopSettings, []).value
  const verification = useVerification(orderId, known === 'pending')
  const phase = phaseAfterCheck(known, submission, verification.missing)
  const lines = payment?.lines ?? submission?.lines ?? order?.lines ?? []
  const tickets = useTickets(orderId, phase === 'approved', lines.length)
  const again = useBuyAgain(orderId, order?.lines ?? submission?.lines ?? null, payment)
  const opens = useTicketOpening(orderId, phase === 'approved', tickets)
  const phone = useIsPhone()
  const [closed, setClosed] = useState(false)
  const [detailed, setDetailed] = useState(false)
  const keptUntil = seatsKeptUntil(payment, useNow(CLOCK_MS))
  const submittedAt = submission?.submittedAt ?? Date.parse(payment?.createdAt ?? '')
  const received = payment !== undefined && !submission && cameByItself(payment)
  const isTest = (payment ?? submission ?? order)?.isTest ?? false
  const code = payment?.orderCode ?? submission?.orderCode ?? order?.code ?? ''
  const { timedOut, missing } = verification
  useOutcomeToasts({ orderId, phase, tickets: tickets.kind, timedOut, missing, submission })

  useEffect(() => {
    // Cart lines older than this payment are bought already; later ones were added again after a refund.
    if (phase === 'approved' && order) cart.removeOrdered(order.lines, submittedAt)
  }, [phase, order, submittedAt])

  const asking = phase === 'rejected' && !closed
  const rejection = {
    note: payment?.reviewNote ?? null,
    keptUntil,
    busy: again.busy,
    onTryAgain: again.tryAgain,
    onReturn: again.returnToCart,
  }
  const facts = (
    <PaymentFacts
      phase={phase}
      amount={payment?.amount ?? submission?.amountPaise ?? 0}
      reference={payment?.transactionId ?? submission?.reference ?? ''}
      code={code}
      lines={lines}
    />
  )
  return (
    <div className="wrap pb-18">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-6 desk:grid-cols-[minmax(0,1fr)_368px] desk:gap-18 desk:pt-10">
        <section>
          <StatusWords
            phase={phase}
            payment={payment}
            submission={submission}
            received={received}
            tickets={tickets}
            verification={verification}
            code={code}
            opens={opens}
            quiet={asking}
          />
          {isTest && <TestNote words="test.order" className="mt-4 max-w-[60ch]" />}
          {phase === 'rejected' ? closed && <Rejected {...rejection} /> : <PrivateNote className="mt-4" />}
          {phase !== 'lost' && !opens && (
            <Timeline
              phase={phase}
              submittedAt={submittedAt}
              submission={submission}
              received={received}
              decidedAt={payment?.reviewedAt ? Date.parse(payment.reviewedAt) : null}
            />
          )}
          {!isTest && isUnderWay(phase) && (
            <DoNotPayAgain code={code} payment={payment} submission={submission} pending={phase === 'pending'} />
          )}
          {offersHelp(phase) && !asking && (
            <p className="mt-4 text-2 text-muted">
              <OrderHelp email={settings?.email || null} code={code} />
            </p>
          )}
          {mayBringTickets(phase) && !opens && (
            <HomeScreenSteps className="mt-8 max-w-[60ch] border-t border-rule pt-4 text-2" />
          )}
        </section>
        {!opens &&
          (phone ? (
            <Fold title={t('checkout.details')} open={detailed} onOpen={setDetailed}>
              {facts}
            </Fold>
          ) : (
            facts
          ))}
      </div>
      <FailureDialog {...rejection} open={asking} code={code} onClose={() => setClosed(true)} />
    </div>
  )
}

function UnknownPayment() {
  return (
    <div className="wrap">
      <Empty
        level="h1"
        title={t('checkout.status.unknown')}
        way={{ to: paths.myTickets, label: t('checkout.toTickets') }}
      >
        {t('checkout.status.unknown.text')}
      </Empty>
    </div>
  )
}

/** Reopens the form when the reference belongs to another order of the same customer, and names that order. */
function useEditWhenUsed(submission: Submission | undefined): void {
  const editing = useRef<string | null>(null)
  useEffect(() => {
    const used = submission && usedReference(submission)
    if (!used || editing.current === submission.orderId) return
    editing.current = submission.orderId
    void editSubmission(submission.orderId).then((result) => {
      if (result.ok) toast.error(t('checkout.reference.used', { code: used.code }))
      else editing.current = null
    })
  }, [submission])
}

function useOutcomeToasts({
  orderId,
  phase,
  tickets,
  timedOut,
  missing,
  submission,
}: {
  orderId: string
  phase: Phase
  tickets: 'waiting' | 'unkept' | 'here' | 'failed'
  timedOut: boolean
  /** The server no longer has a payment that it had accepted. */
  missing: boolean
  submission: Submission | undefined
}): void {
  useToastWhen(phase === 'pending', () => consumeSubmitted(orderId) && toast.success(t('checkout.started')))
  useToastWhen(phase === 'rejected', () => toast.error(t('checkout.rejected')))
  useToastWhen(tickets === 'here', () => toast.success(t('checkout.success')))
  useToastWhen(tickets === 'failed', () => toast.error(t('checkout.ticketsFailed')))
  useToastWhen(timedOut, () => toast.error(t('checkout.status.timeout')))
  const failed =
    phase === 'unsent' && submission?.failure != null && submission.attempts === 1 ? sendingFailure(submission) : null
  useToastWhen(failed !== null, () => failed !== null && toast.error(failed))
  useToastWhen(phase === 'unsent' && missing, () => toast.error(t('checkout.creationFailed')))
}
