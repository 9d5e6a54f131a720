import { priceLines, priceOrder, type OrderPrice } from '#shop/prices/price.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { terms } from '#ui/terms.ts'
import { priceOf } from '../checkout/ordered-lines.ts'

/** What an order's total is made of, in paise. */
export type SplitPrice = Pick<OrderPrice, 'subtotal' | 'gst' | 'fee' | 'total'>

const splitOf = ({ subtotal, gst, fee, total }: SplitPrice): SplitPrice => ({ subtotal, gst, fee, total })

/** What has to be sent: the price of its last hold, else that of the seats as they were seen. */
export const priceOfDraft = ({ hold, lines }: Order): SplitPrice => splitOf(priceOf(lines, hold))

/** Only a split that gives what the server charged is shown: the rates may have been others then. */
export function priceOfPayment({ lines }: MyPayment): SplitPrice | null {
  const priced = lines.flatMap(({ ticketCategoryId, unitPrice, quantity }) =>
    ticketCategoryId === null ? [] : [{ unitPrice: unitPrice ?? -1, quantity }],
  )
  if (priced.length === 0 || priced.some(({ unitPrice }) => unitPrice < 0)) return null
  const price = priceOrder(priced, terms())
  return price.total === lines.reduce((sum, line) => sum + line.totalAmount, 0) ? splitOf(price) : null
}

/** The price of its last hold, or of the seats as they were seen: whichever is the amount that was sent. */
export function priceOfSubmission({ amountPaise, lines }: Submission, order: Order | undefined): SplitPrice | null {
  const price = [order?.hold, priceLines(lines, terms())].find((one) => one?.total === amountPaise)
  return price ? splitOf(price) : null
}
