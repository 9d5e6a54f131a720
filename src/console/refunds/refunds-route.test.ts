import { expect, it } from 'vitest'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import { refundColumns } from './refunds-route.tsx'

const ofCash = {
  ...{ method: 'cash', way: 'cash', utr: null, transactionId: 'MF7K2QX4MD', orderCode: 'MF7K2QX4MD' },
} as RefundRow
const cells = (refund: RefundRow, ...heads: string[]) =>
  heads.map((wanted) => refundColumns.find(({ head }) => head === wanted)?.cell(refund))

it('the file says how a refund was paid, and has no reference where there was no transfer', () => {
  const heads = ['Method', 'Paid by', 'UTR of the payment', 'UTR of the refund', 'Order']
  expect(cells(ofCash, ...heads)).toEqual(['Cash', 'Cash', null, null, 'MF7K2QX4MD'])
  const ofUpi: RefundRow = { ...ofCash, method: 'upi', way: 'upi', transactionId: '412345678901', utr: '512345678822' }
  expect(cells(ofUpi, ...heads)).toEqual(['UPI', 'UPI', '412345678901', '512345678822', 'MF7K2QX4MD'])
})
