import { expect, it } from 'vitest'
import type { RefundRow } from '#shop/refunds/refunds-admin.api.ts'
import { refundColumns } from './refund-columns.ts'

const ofCash: RefundRow = {
  id: 'r1',
  ticketId: 't1',
  userName: null,
  userEmail: null,
  amount: 708_00,
  upiId: null,
  reason: 'cancelled',
  note: null,
  status: 'refunded',
  utr: 'MF7K2QX4MD',
  requestedAt: '2026-12-05T14:12:00.000Z',
  refundedAt: '2026-12-05T15:12:00.000Z',
  askedAt: null,
  admitted: null,
  paymentId: 'p1',
  orderCode: 'MF7K2QX4MD',
  transactionId: 'MF7K2QX4MD',
  method: 'cash',
  sellerId: 's1',
  eventName: 'Low Tide - Goa',
  eventDate: null,
  category: 'Floor',
  seats: ['1'],
  quantity: 1,
  paymentLineId: 'l1',
}
const cells = (refund: RefundRow, ...heads: string[]) =>
  heads.map((wanted) => refundColumns.find(({ head }) => head === wanted)?.cell(refund))

it('the file says how a refund was paid, and has no reference where there was no transfer', () => {
  const heads = ['Method', 'UTR of the payment', 'UTR of the refund', 'Order']
  expect(cells(ofCash, ...heads)).toEqual(['Cash', null, null, 'MF7K2QX4MD'])
  const ofUpi: RefundRow = { ...ofCash, method: 'upi', transactionId: '412345678901', utr: '512345678822' }
  expect(cells(ofUpi, ...heads)).toEqual(['UPI', '412345678901', '512345678822', 'MF7K2QX4MD'])
})
