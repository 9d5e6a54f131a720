import type { DoorCategory } from '#shop/box-office/box-office.api.ts'
import type { DoorMethod, PaymentMethod } from '#shop/box-office/door-sale.ts'
import { allInPrice } from '#shop/prices/rates.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { rupees } from '#ui/format.ts'
import { terms } from '#ui/terms.ts'
import { counted } from '../kit/words/counted.ts'

export const methodNames: Record<PaymentMethod, string> = {
  upi: 'UPI',
  cash: 'Cash',
  card: 'Card',
  complimentary: 'Complimentary',
  free: 'Free',
}

/** After an amount: '₹1,200 in cash'. */
export const paidWords: Record<DoorMethod, string> = {
  cash: 'in cash',
  upi: 'by UPI',
  card: 'by card',
  complimentary: 'complimentary',
}

/** Says in words by how many paise the counted cash differs from the expected. */
export function differenceWords(difference: number): string {
  if (difference === 0) return 'It adds up.'
  const amount = rupees(Math.abs(difference))
  return difference < 0 ? `${amount} too little.` : `${amount} too much.`
}

export const ticketsText = (n: number): string => counted(n, 'ticket')

/** Null where there was no transfer: the order's code takes the place of its reference. */
export const bankReference = (of: { transactionId: string | null; orderCode: string }): string | null =>
  of.transactionId === of.orderCode ? null : of.transactionId

/** Says the grouped reference of a transfer; the method where there is none, and the order's code in its place. */
export const referenceText = (payment: { transactionId: string; orderCode: string; method: PaymentMethod }): string =>
  payment.transactionId === payment.orderCode ? methodNames[payment.method] : groupReference(payment.transactionId)

/** Returns '₹900, ₹1,062 with tax': what one ticket costs at the door, which has no convenience fee. */
export function doorPriceText({ price, state }: Pick<DoorCategory, 'price' | 'state'>): string {
  const allIn = allInPrice(price, { ...terms(), feePerSeat: 0 }, state)
  return allIn === price ? rupees(price) : `${rupees(price)}, ${rupees(allIn)} with tax`
}
