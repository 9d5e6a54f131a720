import { rememberReturn } from '#account/session/sign-in.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { Alert, Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { useShopNow } from '../../use-shop-now.ts'
import { OrderHelp } from './order-help.tsx'
import { type PaymentPhase, isPageOnly } from '../payment-phase.ts'
import { cancelledReasons, keptUntil, seatsNow, untilText, writeAfter } from './seats-now.ts'
import type { TicketsState, Verification } from './use-verification.ts'
import { Lost, Refused, Unsent } from './unsent-payment.tsx'
import { useFocusHeading } from '../use-focus-heading.ts'

const CLOCK_MS = 15_000

const startsOf = ({ lines }: Pick<MyPayment, 'lines'>): string[] => lines.flatMap(({ eventDate }) => eventDate ?? [])

function whenToWrite(payment: MyPayment | undefined, submission: Submission | undefined): string {
  const now = Date.now()
  const sentAt = payment ? Date.parse(payment.createdAt) : (submission?.submittedAt ?? now)
  const starts = payment ? startsOf(payment) : (submission?.lines ?? []).map(({ date }) => date)
  return untilText(writeAfter(sentAt, starts), now)
}

function SeatsNow({ payment }: { payment: MyPayment }) {
  const reason = cancelledReasons(payment.lines)
  const now = useShopNow(CLOCK_MS)
  const key = seatsNow(payment, now)
  if (key === 'checkout.status.seatsUntil')
    return t(key, { time: untilText(keptUntil(payment.keptUntil ?? '', startsOf(payment)), now) })
  return `${t(key)} ${reason && t('checkout.status.cancelled.reason', { reason })}`.trim()
}

export function StatusWords({
  phase,
  payment,
  submission,
  received,
  tickets,
  verification,
  code,
}: {
  phase: PaymentPhase
  payment: MyPayment | undefined
  submission: Submission | undefined
  /** Its money came, and nothing was submitted. */
  received: boolean
  tickets: TicketsState
  verification: Verification
  code: string
}) {
  const heading = useFocusHeading<HTMLHeadingElement>(code)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="head-5 max-w-[40ch] outline-none">
        {headline(phase, tickets, submission, received)}
      </h1>
      <div className="mt-2.5 grid max-w-[52ch] justify-items-start gap-3 [&>p]:text-muted">
        {phase === 'unsent' && <Unsent submission={submission} missing={verification.missing} />}
        {phase === 'lost' && <Lost payment={payment} />}
        {phase === 'sign-in' && (
          <>
            <p>{t('checkout.status.signIn.text')}</p>
            <ButtonLink
              kind="lit"
              to={paths.login}
              onClick={() => submission && rememberReturn(paths.order(submission.orderId))}
            >
              {t('checkout.status.signIn.action')}
            </ButtonLink>
          </>
        )}
        {phase === 'refused' && submission && <Refused submission={submission} code={code} />}
        {phase === 'pending' && (
          <p>
            {t(received ? 'checkout.received.text' : 'checkout.status.pending.text', {
              time: whenToWrite(payment, submission),
            })}
            {payment && (
              <>
                {' '}
                <SeatsNow payment={payment} />
              </>
            )}
          </p>
        )}
        {submission?.unkept?.full && (phase === 'unsent' || phase === 'pending') && (
          <Note kind="warn" role="status">
            <b className="font-strong">{t('checkout.full')}</b> {t('checkout.full.free')}
          </Note>
        )}
        {phase === 'approved' && tickets.kind === 'unkept' && (
          <Note kind="warn" role="status">
            <b className="font-strong">{t('checkout.full')}</b> {t('checkout.full.tickets')}
          </Note>
        )}
        {phase === 'approved' && tickets.kind === 'here' && (
          <>
            <p>{t('checkout.success.arrive')}</p>
            <ButtonLink kind="lit" to={paths.myTickets} arrow>
              {t('checkout.success.view')}
            </ButtonLink>
          </>
        )}
        {phase === 'approved' && tickets.kind === 'failed' && (
          <Alert>
            <b className="font-strong">{t('checkout.ticketsFailed')}</b> {t('checkout.ticketsFailed.code', { code })}
          </Alert>
        )}
        {phase === 'rejected' && (
          <>
            <p>{t('checkout.rejected')}</p>
            <p>{t('checkout.rejected.money')}</p>
            {payment?.reviewNote && (
              <Note kind="bad">
                {t('checkout.rejected.note')} <q>{payment.reviewNote}</q>
              </Note>
            )}
          </>
        )}
      </div>
      {phase === 'pending' && verification.timedOut && (
        <Note kind="warn" role="alert" className="mt-4 grid justify-items-start gap-2">
          <p>
            <b className="font-strong">{t('checkout.status.timeout')}</b>
            <br />
            {t('checkout.status.timeout.safe')}
          </p>
          <Button kind="line" small onClick={verification.again}>
            {t('common.tryAgain')}
          </Button>
        </Note>
      )}
    </>
  )
}

function headline(
  phase: PaymentPhase,
  tickets: TicketsState,
  submission: Submission | undefined,
  received: boolean,
): string {
  switch (phase) {
    case 'unsent':
      return t(submission && isPageOnly(submission) ? 'checkout.status.unsent.page' : 'checkout.status.unsent')
    case 'sign-in':
      return t('checkout.status.signIn')
    case 'refused':
      return t('checkout.status.refused')
    case 'pending':
      return t(received ? 'checkout.received' : 'checkout.status.pending')
    case 'approved':
      return tickets.kind === 'here' ? t('checkout.status.ready', { n: tickets.count }) : t('checkout.status.approved')
    case 'rejected':
      return t('checkout.status.rejected')
    case 'lost':
      return t('checkout.status.lost')
  }
}

export function DoNotPayAgain({ email, code }: { email: string | null; code: string }) {
  return (
    <Note kind="warn">
      <b className="font-strong">{t('checkout.status.doNotPay')}</b>{' '}
      <OrderHelp words="checkout.status.write" email={email} code={code} />
    </Note>
  )
}
