import { formatDay } from '#platform/time/ist.ts'
import type { Refund } from '#shop/refunds/refunds.store.ts'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import { Button } from '#ui/controls/button.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'

/** Says of a refund that was paid how and when. Nothing of an account's goes back to a card. */
export function refundedText(refund: Refund): string {
  const amount = exactRupees(refund.amount)
  const day = formatDay(refund.refundedAt ?? refund.requestedAt)
  if (refund.utr !== null) return t('refund.refunded.text', { amount, day, utr: refund.utr })
  return refund.way === 'other'
    ? t('refund.refunded.other', { amount, day, how: refund.settledHow ?? '' })
    : t('refund.refunded.cash', { amount, day })
}

/**
 * Says how far a refund is. The button requests it or changes its UPI id; `about` names in its label what the refund is
 * for.
 */
export function RefundState({ refund, about, onAsk }: { refund: Refund; about: string; onAsk: () => void }) {
  const amount = exactRupees(refund.amount)
  const upi = refund.upiId ?? ''
  if (refund.status === 'refunded') {
    return (
      <>
        <StateMark kind="ok">{t('refund.refunded')}</StateMark>
        <p className="wrap-anywhere text-muted">{refundedText(refund)}</p>
      </>
    )
  }
  const isOwed = refund.askedAt === null
  // The ticket of a cancelled concert says itself that it opens no gate.
  const isTicketOff = refund.ticketId !== null && refund.reason !== 'cancelled'
  return (
    <>
      <StateMark kind="warn">{t(isOwed ? 'refund.owed' : 'refund.requested')}</StateMark>
      <p className="wrap-anywhere text-muted">
        {isOwed
          ? upi === ''
            ? t('refund.owed.missing', { amount })
            : t('refund.owed.text', { amount, upi })
          : `${t('refund.requested.text', { amount, upi, day: formatDay(refund.askedAt ?? refund.requestedAt) })} ${t('refund.time')}`}
        {isTicketOff ? ` ${t('refund.gate')}` : ''}
      </p>
      {refund.note ? (
        <p className="wrap-anywhere text-muted">{t('wallet.ticket.reason', { reason: refund.note })}</p>
      ) : null}
      {isOwed ? (
        <Button small kind="line" aria-label={`${t('refund.ask')}, ${about}`} onClick={onAsk}>
          {t('refund.ask')}
        </Button>
      ) : (
        <Button small kind="bare" onClick={onAsk}>
          {t('refund.change')}
        </Button>
      )}
    </>
  )
}
