import type { ReactNode } from 'react'
import { rememberReturn } from '#account/session/sign-in.ts'
import { formatDayNear, formatTime, isSameIstDay } from '#platform/time/ist.ts'
import { setDismissed } from '#shop/payments/dismissed-payments.store.ts'
import { retrySubmission } from '#shop/orders/outbox/outbox.store.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { cameByItself } from '#shop/payments/payment-rows.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { totalWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { StateMark, type StateKind } from '#ui/display/state-mark.tsx'
import { toast } from '#ui/toast.tsx'
import { orderHelpPath } from '../checkout/status/order-help.tsx'
import { phaseMark } from '../checkout/payment-facts.tsx'
import { refusalReason, isPageOnly } from '../checkout/payment-phase.ts'
import { cancelledReasons, seatsKept } from '../checkout/status/seats-now.ts'
import { useShopNow } from '../use-shop-now.ts'
import type { OpenPayment } from './open-payments.ts'

export function PaymentRow({ open }: { open: OpenPayment }) {
  switch (open.kind) {
    case 'unsent':
      return <UnsentRow submission={open.submission} />
    case 'arrived':
      return (
        <Row
          mark={phaseMark('pending')}
          amount={open.submission.amountPaise}
          lines={open.submission.lines}
          code={open.submission.orderCode}
          text={t('wallet.payment.submitted', { when: when(open.submission.submittedAt) })}
        >
          <Follow orderId={open.submission.orderId} label={t('wallet.payment.follow')} />
        </Row>
      )
    default:
      return <KnownRow open={open} />
  }
}

function KnownRow({ open: { kind, payment } }: { open: Exclude<OpenPayment, { submission: Submission }> }) {
  const mark = phaseMark(kind)
  const about = { amount: payment.amount, lines: payment.lines, code: payment.orderCode }
  if (kind === 'rejected') {
    return (
      <Row
        {...about}
        mark={mark}
        text={t('wallet.payment.rejected', { when: when(Date.parse(payment.reviewedAt ?? payment.createdAt)) })}
        more={
          <>
            {payment.reviewNote && <p>{t('wallet.payment.reason', { note: payment.reviewNote })}</p>}
            <p className="text-muted">{t('wallet.payment.next')}</p>
          </>
        }
      >
        <Follow orderId={payment.orderId} label={t('wallet.payment.whatNext')} />
        <Dismiss payment={payment} />
      </Row>
    )
  }
  return (
    <Row
      {...about}
      mark={mark}
      text={
        kind === 'approved'
          ? t('wallet.payment.approved')
          : t(cameByItself(payment) ? 'wallet.payment.received' : 'wallet.payment.submitted', {
              when: when(Date.parse(payment.createdAt)),
            })
      }
      more={kind === 'pending' && <SeatsOf payment={payment} />}
    >
      <Follow orderId={payment.orderId} label={t('wallet.payment.follow')} />
    </Row>
  )
}

const CLOCK_MS = 15_000

function SeatsOf({ payment }: { payment: MyPayment }) {
  const { lines } = payment
  const now = useShopNow(CLOCK_MS)
  if (lines.some((line) => line.cancelled)) {
    const reason = cancelledReasons(lines)
    return (
      <>
        <p>{t('checkout.status.cancelled')}</p>
        {reason && <p>{t('checkout.status.cancelled.reason', { reason })}</p>}
      </>
    )
  }
  const missing = seatsMissing(payment, now)
  return missing && <p>{missing}</p>
}

function UnsentRow({ submission }: { submission: Submission }) {
  const { amountPaise: amount, lines, orderCode: code } = submission
  return (
    <Row
      {...{ amount, lines, code }}
      mark={phaseMark(submission.state === 'refused' ? 'refused' : 'unsent')}
      text={unsentText(submission)}
    >
      <UnsentActions submission={submission} returnTo={paths.myTickets} />
    </Row>
  )
}

/** The sentence, in a list, about a payment that is without its seats; null while it has them. */
export function seatsMissing(payment: MyPayment, now: number): string | null {
  if (seatsKept(payment, now)) return null
  return t(payment.keptNothing ? 'checkout.status.keptNothing' : 'wallet.payment.seatsLost')
}

export function unsentText(submission: Submission): string {
  if (submission.state === 'refused') return refusalReason(submission) ?? t('wallet.payment.refused')
  if (submission.state === 'needs-sign-in') return t('wallet.payment.signIn')
  if (submission.state !== 'sending')
    return isPageOnly(submission)
      ? t('wallet.payment.unsent.page')
      : t('wallet.payment.unsent', { when: when(submission.submittedAt) })
  return submission.progress === undefined
    ? t('wallet.payment.sending')
    : t('wallet.payment.progress', { percent: Math.round(submission.progress * 100) })
}

export function UnsentActions({ submission, returnTo }: { submission: Submission; returnTo: string }) {
  if (submission.state === 'refused') return <Follow orderId={submission.orderId} label={t('wallet.payment.check')} />
  if (submission.state === 'needs-sign-in')
    return (
      <ButtonLink small kind="line" to={paths.login} onClick={() => rememberReturn(returnTo)}>
        {t('wallet.payment.signInNow')}
      </ButtonLink>
    )
  return (
    <>
      <Button
        small
        kind="line"
        busy={submission.state === 'sending'}
        onClick={() => void retrySubmission(submission.orderId)}
      >
        {t('wallet.payment.sendNow')}
      </Button>
      <Follow orderId={submission.orderId} label={t('wallet.payment.follow')} />
    </>
  )
}

/** Hides a rejected payment on this device; a toast undoes it. */
export function Dismiss({ payment: { id, orderCode: code } }: { payment: MyPayment }) {
  const set = async (dismissed: boolean): Promise<void> => {
    try {
      await setDismissed(id, dismissed)
    } catch {
      return void toast.error(t('wallet.payment.dismissFailed'))
    }
    if (dismissed) {
      toast.show(t('wallet.payment.dismissed', { code }), {
        id: `dismissed-${id}`,
        action: { label: t('common.undo'), onClick: () => void set(false) },
      })
    }
  }
  return (
    <Button
      small
      kind="bare"
      aria-label={t('wallet.payment.dismiss.order', { code })}
      onClick={() => {
        void set(true)
        // The pressed button disappears with its row.
        document.getElementById('main')?.focus({ preventScroll: true })
      }}
    >
      {t('wallet.payment.dismiss')}
    </Button>
  )
}

export function Follow({ orderId, label }: { orderId: string; label: string }) {
  return (
    <ButtonLink small kind="line" to={paths.order(orderId)}>
      {label}
    </ButtonLink>
  )
}

function Row({
  mark: [kind, word],
  amount,
  lines,
  code,
  text,
  more,
  children,
}: {
  mark: [StateKind, string]
  /** paise */
  amount: number
  lines: readonly { eventName: string; seats: readonly string[] }[]
  code: string
  text: string
  more?: ReactNode
  children: ReactNode
}) {
  const n = lines.reduce((count, line) => count + line.seats.length, 0)
  return (
    <li className="grid items-center gap-x-4 gap-y-2.5 py-3.5 desk:grid-cols-[1fr_auto]">
      <div className="text-2">
        <StateMark kind={kind} tag>
          {word}
        </StateMark>
        <p className="mt-1.5">
          <span className="font-strong tabular-nums">{t('wallet.payment.of', { amount: totalWords(amount), n })}</span>{' '}
          <span className="text-muted">{text}</span>
        </p>
        {more}
        <p className="text-1 text-muted">
          {[...new Set(lines.map((line) => line.eventName))].join(' · ')} · {t('wallet.payment.order', { code })}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {children}
        <ButtonLink small kind="bare" to={orderHelpPath(code)} aria-label={t('wallet.payment.help.order', { code })}>
          {t('wallet.payment.help')}
        </ButtonLink>
      </div>
    </li>
  )
}

/** Returns '7:43 pm' today, 'Fri 20 Nov 2026, 7:43 pm' on other days. */
export const when = (at: number): string =>
  isSameIstDay(at, Date.now()) ? formatTime(at) : `${formatDayNear(at, Date.now())}, ${formatTime(at)}`
