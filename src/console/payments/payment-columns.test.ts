import { expect, it } from 'vitest'
import type { PaymentRecord } from '#shop/payments/review-rows.ts'
import { paymentColumns } from './payment-columns.ts'

const utrOf = (payment: Pick<PaymentRecord, 'transactionId' | 'orderCode'>) =>
  paymentColumns.find(({ head }) => head === 'UTR')?.cell(payment as PaymentRecord)

it('the file has no reference of a bank where there was no transfer', () => {
  expect(utrOf({ transactionId: '412345678901', orderCode: 'MF7K2QX4MD' })).toBe('412345678901')
  expect(utrOf({ transactionId: 'MF7K2QX4MD', orderCode: 'MF7K2QX4MD' })).toBeNull()
})
