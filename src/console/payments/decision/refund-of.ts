import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { exactRupees } from '#ui/format.ts'
import { payerOf } from '../payment-row.tsx'
import { seatsText } from '../../tickets/seats-text.ts'

/** The part of a payment that can be refunded without a ticket; tickets have refunds of their own. */
export const refundOf = (payment: ReviewPayment) => ({
  paymentId: payment.id,
  ticketId: null,
  orderCode: payment.orderCode,
  customer: payerOf(payment),
  door: payment.sellerId === null ? null : payment.method,
  what: `order ${payment.orderCode}, ${exactRupees(payment.amount)}`,
  lines: payment.lines.map((line) => ({
    id: line.id,
    what: `${line.eventName}, ${line.categoryName}: ${seatsText(line.seats)}`,
  })),
})
