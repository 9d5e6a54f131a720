import type { ReviewPayment } from '#backend/review-api.ts'
import { exactRupees } from '#ui/format.ts'
import { payerOf } from './payment-row.tsx'

/** Money of it that bought no ticket. */
export const refundOf = (payment: ReviewPayment) => ({
  paymentId: payment.id,
  ticketId: null,
  orderCode: payment.orderCode,
  customer: payerOf(payment),
  what: `order ${payment.orderCode}, ${exactRupees(payment.amount)}`,
})
