import { priceLines } from '#shop/prices/price.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { terms } from '#ui/terms.ts'
import type { ShownPrice } from '../cart/price-table.tsx'
import { priceOf } from '../checkout/ordered-lines.ts'

/** Returns the price of its last hold, else of the seats as seen. */
export const priceOfDraft = ({ hold, lines }: Order): ShownPrice => priceOf(lines, hold)

/** Returns the price as the server split it; null when all its categories were deleted. */
export function priceOfPayment({ lines }: MyPayment): ShownPrice | null {
  const known = lines.flatMap(({ taxes, quantity, unitPrice }) => (taxes ? [{ ...taxes, quantity, unitPrice }] : []))
  if (known.length === 0) return null
  const total = sum(lines.map((line) => line.totalAmount))
  const gst = sum(known.map((part) => part.gst))
  const localTax = sum(known.map((part) => part.localTax))
  const fee = sum(known.map((part) => part.fee))
  const feeGst = sum(known.map((part) => part.feeGst))
  const rounding = sum(known.map((part) => part.rounding))
  const feeSeats = sum(known.map((part) => (part.fee > 0 ? part.quantity : 0)))
  const subtotal = total - gst - localTax - fee - feeGst - rounding
  // Prices are more than their value without GST by the GST that they contain.
  const gstIncluded = sum(known.map((part) => part.unitPrice * part.quantity)) - subtotal
  const price = { subtotal, gst, gstIncluded, localTax, fee, feeGst, feeSeats, rounding, total }
  return localTax > 0 ? { ...price, localRows: [{ percent: null, amount: localTax, states: [] }] } : price
}

/** Returns the price by its last hold or by the seats as seen, whichever gives the amount sent; else null. */
export function priceOfSubmission({ amountPaise, lines }: Submission, order: Order | undefined): ShownPrice | null {
  const prices = [...(order?.hold ? [priceOf(lines, order.hold)] : []), priceLines(lines, terms())]
  return prices.find((one) => one.total === amountPaise) ?? null
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
