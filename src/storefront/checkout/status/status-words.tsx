import { Link } from 'react-router-dom'
import { rememberReturn } from '#account/session/sign-in.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { Alert, Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { useShopNow } from '../../use-shop-now.ts'
import { orderHelpPath } from './order-help.tsx'
import { type PaymentPhase, isPageOnly } from '../payment-phase.ts'
import { cancelledReasons, keptUntil, seatsNow, untilText, writeAfter } from './seats-now.ts'
import { ticketsPath } from './use-ticket-opening.ts'
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
  opens,
  quiet,
}: {
  phase: PaymentPhase
  payment: MyPayment | undefined
  submission: Submission | undefined
  /** Its money came, and nothing was submitted. */
  received: boolean
  tickets: TicketsState
  verification: Verification
  code: string
  /** Its tickets open by themselves. */
  opens: boolean
  /** A dialog says what the heading would. */
  quiet: boolean
}) {
  const heading = useFocusHeading<HTMLHeadingElement>(code)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={quiet ? 'sr-only' : 'head-5 max-w-[40ch] outline-none'}>
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
            {t(received ? 'checkout.received.text' : 'checkout.status.pending.text')}
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
            {!opens && <p>{t('checkout.success.arrive')}</p>}
            <ButtonLink kind="lit" to={ticketsPath(tickets.ids)} arrow>
              {t(tickets.ids.length === 1 ? 'checkout.success.show' : 'checkout.success.view')}
            </ButtonLink>
          </>
        )}
        {phase === 'approved' && tickets.kind === 'failed' && (
          <Alert>
            <b className="font-strong">{t('checkout.ticketsFailed')}</b> {t('checkout.ticketsFailed.code', { code })}
          </Alert>
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
      return t(tickets.kind === 'here' ? 'checkout.success.in' : 'checkout.status.approved')
    case 'rejected':
      return t('checkout.status.rejected')
    case 'lost':
      return t('checkout.status.lost')
  }
}

/** Says so while money may be on its way, and whom to ask. */
export function DoNotPayAgain({
  code,
  payment,
  submission,
  pending,
}: {
  code: string
  payment: MyPayment | undefined
  submission: Submission | undefined
  pending: boolean
}) {
  return (
    <Note kind="warn">
      <b className="font-strong">{t('checkout.status.doNotPay')}</b>{' '}
      {pending && (
        <Link className="link" to={orderHelpPath(code)}>
          {t('checkout.status.noResult', { time: whenToWrite(payment, submission) })}
        </Link>
      )}
    </Note>
  )
}
