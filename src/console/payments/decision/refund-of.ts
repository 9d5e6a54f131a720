import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { exactRupees } from '#ui/format.ts'
import { payerOf } from '../payment-row.tsx'

/** What of a payment may go back without a ticket, and its tickets, whose money goes back with them. */
export const refundOf = (payment: ReviewPayment) => ({
  paymentId: payment.id,
  ticketId: null,
  orderCode: payment.orderCode,
  customer: payerOf(payment),
  what: `order ${payment.orderCode}, ${exactRupees(payment.amount)}`,
  lines: payment.lines.map((line) => ({
    id: line.id,
    what: `${line.eventName}, ${line.categoryName}: ${line.seats.join(', ')}`,
  })),
})
