import type { ReviewPayment } from '../../../src/shop/payments/review-rows.ts'
import { toPaise } from '../../../src/shop/prices/money.ts'

/** An approved sale at the door, as staff read it. */
export const sale: ReviewPayment = {
  id: 'p',
  userId: 'u',
  userName: null,
  email: null,
  amount: toPaise(1770),
  expected: toPaise(1770),
  transactionId: '512345678901',
  status: 'approved',
  screenshotPath: null,
  orderId: 'o',
  orderCode: 'MF7K2QX4MD',
  createdAt: '2026-11-20T10:00:00Z',
  reviewedAt: null,
  reviewerId: null,
  reviewerName: null,
  reviewNote: null,
  method: 'upi',
  sellerId: 's',
  sellerName: 'Farah',
  lines: [],
  warnings: [],
  discountCode: null,
  keptUntil: null,
  moreOfCustomer: 0,
  isTest: false,
}
