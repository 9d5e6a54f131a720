import { formatDay } from '#platform/time/ist.ts'
import type { Refund } from '#shop/refunds/refunds.store.ts'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'

/** Says of a refund that was paid how and when. Nothing of an account's goes back to a card. */
export function refundedText(refund: Refund): string {
  const amount = exactRupees(refund.amount)
  const day = formatDay(refund.refundedAt ?? refund.requestedAt)
  if (refund.utr !== null) return t('refund.refunded.text', { amount, day, utr: refund.utr })
  return refund.way === 'other'
    ? t('refund.refunded.other', { amount, day, how: refund.settledHow ?? '' })
    : t('refund.refunded.cash', { amount, day })
}
