import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { sale } from '../../../../tests/support/concerts/review-payment.ts'
import { Checks } from './payment-checks.tsx'

const labels = (payment: ReviewPayment): string[] =>
  [...renderToStaticMarkup(<Checks payment={payment} />).matchAll(/<dt[^>]*>([^<]*)/g)].map(([, label]) => label!)

test('a sale at the door has a credit where a transfer’s reference was typed', () => {
  expect(labels(sale)).toEqual(expect.arrayContaining(['Paid by', 'Reference', 'Credit', 'Sold by']))
  expect(labels({ ...sale, transactionId: sale.orderCode })).not.toContain('Credit')
  expect(labels({ ...sale, method: 'card' })).not.toContain('Credit')
})

test('what a customer paid has a credit and a screenshot', () => {
  expect(labels({ ...sale, sellerId: null, sellerName: null })).toEqual(
    expect.arrayContaining(['UTR', 'Credit', 'Screenshot']),
  )
})

test('a payment that a credit made shows no file of its customer', () => {
  const made = { ...sale, sellerId: null, sellerName: null }
  expect(renderToStaticMarkup(<Checks payment={made} />)).toContain('Made by a credit')
  expect(renderToStaticMarkup(<Checks payment={{ ...made, screenshotPath: 'u/o/1.jpg' }} />)).toContain('This file')
})
