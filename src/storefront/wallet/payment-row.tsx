import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { rememberReturn } from '#account/session/sign-in.ts'
import { formatDayNear, formatTime, isSameIstDay } from '#platform/time/ist.ts'
import { setDismissed } from '#shop/payments/dismissed-payments.store.ts'
import { retrySubmission } from '#shop/orders/outbox/outbox.store.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { Button, ButtonLink, IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { totalWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { StateMark, type StateKind } from '#ui/display/state-mark.tsx'
import { toast } from '#ui/toast.tsx'
import { phaseMark } from '../checkout/payment-facts.tsx'
import { refusalReason, isPageOnly } from '../checkout/payment-phase.ts'
import { cancelledReasons, seatsKept } from '../checkout/status/seats-now.ts'
import { useShopNow } from '../use-shop-now.ts'
import type { OpenPayment } from './open-payments.ts'

/** Shows a payment in one line that leads to its order; below it only what is wrong, or what it waits for. */
export function PaymentRow({ open }: { open: OpenPayment }) {
  if ('submission' in open) {
    const { submission } = open
    const about = { amount: submission.amountPaise, ...submission }
    if (open.kind === 'arrived') return <Row {...about} mark={phaseMark('pending')} />
    return (
      <Row {...about} mark={phaseMark(submission.state === 'refused' ? 'refused' : 'unsent')}>
        <p className="w-full text-muted">{unsentText(submission)}</p>
        <div className="relative z-1 flex flex-wrap gap-3">
          <UnsentActions submission={submission} returnTo={paths.myTickets} />
        </div>
      </Row>
    )
  }
  const { kind, payment } = open
  return (
    <Row {...payment} mark={phaseMark(kind)} action={kind === 'rejected' && <Dismiss payment={payment} small />}>
      {kind === 'pending' && <SeatsOf payment={payment} />}
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
      <p className="w-full">
        {t('checkout.status.cancelled')} {reason && t('checkout.status.cancelled.reason', { reason })}
      </p>
    )
  }
  const missing = seatsMissing(payment, now)
  return missing && <p className="w-full">{missing}</p>
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

/** Hides a rejected payment on this device; a toast undoes it. `small`: as an icon. */
export function Dismiss({ payment: { id, orderCode: code }, small }: { payment: MyPayment; small?: boolean }) {
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
  const label = t('wallet.payment.dismiss.order', { code })
  const dismiss = (): void => {
    void set(true)
    // The pressed button disappears with its row.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  if (small)
    return (
      <IconButton label={label} onClick={dismiss} className="relative z-1 -my-2">
        <Icon name="close" />
      </IconButton>
    )
  return (
    <Button small kind="bare" aria-label={label} onClick={dismiss}>
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
  orderId,
  orderCode: code,
  action,
  children,
}: {
  mark: [StateKind, string]
  /** paise */
  amount: number
  lines: readonly { eventName: string }[]
  orderId: string
  orderCode: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1.5 py-3 text-2">
      <div className="flex w-full min-w-0 flex-wrap items-center gap-x-3">
        <StateMark kind={kind} tag>
          {word}
        </StateMark>
        <Link
          to={paths.order(orderId)}
          className="min-w-16 flex-1 truncate after:absolute after:inset-0 hover:underline"
        >
          {/* First: at the end of a long line it would make the page wider. */}
          <span className="sr-only">{t('wallet.payment.order', { code })}, </span>
          {[...new Set(lines.map((line) => line.eventName))].join(' · ')}
        </Link>
        <span className="ml-auto tabular-nums">{totalWords(amount)}</span>
        {action}
      </div>
      {children}
    </li>
  )
}

/** Returns '7:43 pm' today, 'Fri 20 Nov 2026, 7:43 pm' on other days. */
export const when = (at: number): string =>
  isSameIstDay(at, Date.now()) ? formatTime(at) : `${formatDayNear(at, Date.now())}, ${formatTime(at)}`
