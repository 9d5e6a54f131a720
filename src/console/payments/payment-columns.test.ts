import { expect, it } from 'vitest'
import type { PaymentRecord } from '#shop/payments/review-rows.ts'
import { paymentColumns } from './payment-columns.ts'

const utrOf = (payment: Pick<PaymentRecord, 'transactionId' | 'orderCode'>) =>
  paymentColumns.find(({ head }) => head === 'UTR')?.cell(payment as PaymentRecord)

it('the file has what an accountant compares', () => {
  expect(paymentColumns.map(({ head }) => head)).toEqual([
    ...['Submitted (IST)', 'Order', 'Name', 'Email', 'UTR', 'Expected (INR)', 'Code', 'Discount (INR)'],
    ...[
      'GST (INR)',
      'Local tax (INR)',
      'Fee (INR)',
      'GST on the fee (INR)',
      'Rounding (INR)',
      'Stated (INR)',
      'Method',
      'Sold by',
    ],
    ...['State', 'Decided (IST)', 'Decided by', 'Note', 'Tickets'],
  ])
})

it('the file has no reference of a bank where there was no transfer', () => {
  expect(utrOf({ transactionId: '412345678901', orderCode: 'MF7K2QX4MD' })).toBe('412345678901')
  expect(utrOf({ transactionId: 'MF7K2QX4MD', orderCode: 'MF7K2QX4MD' })).toBeNull()
})

it('says of an approval without a person that a proof decided it', () => {
  const decidedBy = (payment: Partial<PaymentRecord>) =>
    paymentColumns.find(({ head }) => head === 'Decided by')?.cell(payment as PaymentRecord)
  const approved = { status: 'approved', method: 'upi', sellerId: null, reviewerName: null } as const
  expect(decidedBy({ ...approved, reviewerId: null })).toBe('proof')
  expect(decidedBy({ ...approved, reviewerId: 'x', reviewerName: 'Farah' })).toBe('Farah')
  expect(decidedBy({ ...approved, reviewerId: 'gone' })).toBeNull()
  expect(decidedBy({ ...approved, status: 'pending', reviewerId: null })).toBeNull()
})
