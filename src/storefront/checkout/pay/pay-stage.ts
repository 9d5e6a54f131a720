import type { Order } from '#shop/orders/order.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { PaymentWatch } from '../wait/use-payment-watch.ts'

export interface PayStage {
  /** What comes first: paying, the wait for the money, or the form of a customer who has sent it. */
  stage: 'pay' | 'looking' | 'paid'
  /** The customer said so, or may have sent it, before this page was opened. */
  reopened: boolean
  /** The money comes by itself: the form is the second way. */
  second: boolean
}

/**
 * Says what the pay page begins with. `sentBefore`: what was done when the page was opened, so that nothing moves while
 * people type. `typed`: a reference was entered. `refused`: the seats cannot be had.
 */
export function payStage({
  order: { reopened: said, isTest },
  sentBefore,
  typed,
  refused,
  total,
  watch: { live, returned, started, late, arrived },
}: {
  order: Pick<Order, 'reopened' | 'isTest'>
  sentBefore: { paying: boolean; proof: boolean }
  typed: boolean
  refused: boolean
  total: Paise
  watch: Pick<PaymentWatch, 'live' | 'returned' | 'started' | 'late' | 'arrived'>
}): PayStage {
  const mayHaveSent = sentBefore.proof || (sentBefore.paying && (live !== true || typed))
  const reopened = said !== null || (mayHaveSent && total > 0)
  const asks = !refused && !isTest && total > 0
  const second = live === true && !reopened && asks
  const wentToPay = returned || sentBefore.paying || (started && late)
  const isPart = arrived > 0 && arrived < total
  if (second && wentToPay && !typed && !isPart) return { stage: 'looking', reopened, second }
  const paid = reopened || (returned && !second && asks)
  return { stage: paid ? 'paid' : 'pay', reopened, second }
}
