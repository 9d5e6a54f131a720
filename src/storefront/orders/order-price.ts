import { priceLines, priceOrder, type OrderPrice } from '#shop/prices/price.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { terms } from '#ui/terms.ts'
import { priceOf } from '../checkout/ordered-lines.ts'

/** In paise. */
export type SplitPrice = Pick<OrderPrice, 'subtotal' | 'gst' | 'fee' | 'total'>

const splitOf = ({ subtotal, gst, fee, total }: SplitPrice): SplitPrice => ({ subtotal, gst, fee, total })

/** The price of its last hold, else of the seats as seen. */
export const priceOfDraft = ({ hold, lines }: Order): SplitPrice => splitOf(priceOf(lines, hold))

/** Null unless the split gives what the server charged: the rates may have been different. */
export function priceOfPayment({ lines }: MyPayment): SplitPrice | null {
  const priced = lines.flatMap(({ ticketCategoryId, unitPrice, quantity }) =>
    ticketCategoryId === null ? [] : [{ unitPrice: unitPrice ?? -1, quantity }],
  )
  if (priced.length === 0 || priced.some(({ unitPrice }) => unitPrice < 0)) return null
  const price = priceOrder(priced, terms())
  return price.total === lines.reduce((sum, line) => sum + line.totalAmount, 0) ? splitOf(price) : null
}

/** By its last hold or by the seats as seen, whichever gives the amount sent; else null. */
export function priceOfSubmission({ amountPaise, lines }: Submission, order: Order | undefined): SplitPrice | null {
  const price = [order?.hold, priceLines(lines, terms())].find((one) => one?.total === amountPaise)
  return price ? splitOf(price) : null
}
