import { isUpiId, upiAmount } from '#shop/payments/upi.ts'
import type { Paise } from '#shop/prices/money.ts'

/** Owed (`requested`), then paid once. */
export type RefundStatus = 'requested' | 'refunded'
export const refundStatus = (word: unknown): RefundStatus => (word === 'refunded' ? 'refunded' : 'requested')

/** How it was paid: by transfer to a UPI id or an account, in cash, on the card of a sale by card, or as staff say. */
export type RefundWay = 'upi' | 'bank' | 'cash' | 'card' | 'other'

/**
 * `rejected`, `overpaid`: the money bought no ticket. `given_back`: another person bought the seat. `other`: staff say why
 * in `note`.
 */
export type RefundReason = 'cancelled' | 'moved' | 'rejected' | 'overpaid' | 'other' | 'given_back'

/**
 * Returns the link and QR text with which a UPI app sends money to a person. It has no order's code: a bank's narration
 * with one would look like a payment for it. Throws RangeError for a bad UPI id or amount.
 */
export function sendBackLink({ name, vpa, amount }: { name: string; vpa: string; amount: Paise }): string {
  if (!isUpiId(vpa)) throw new RangeError(`not a UPI id: ${vpa}`)
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not an amount: ${amount}`)
  // As in upi.ts: several apps read `pa` without decoding.
  return `upi://pay?pa=${vpa}&pn=${encodeURIComponent(name)}&am=${upiAmount(amount)}&cu=INR&tn=Refund`
}
