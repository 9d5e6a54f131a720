import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PaymentCredit } from '#shop/bank/credits.api.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { sale } from '../../../../tests/support/concerts/review-payment.ts'
import { Checks } from './payment-checks.tsx'
import { openCredits } from './credit-check.tsx'

const drawn = (payment: ReviewPayment, credits?: PaymentCredit[]): string =>
  renderToStaticMarkup(
    <Checks payment={payment} credits={{ value: credits, failure: null }} onGiven={async () => undefined} />,
  )
const labels = (payment: ReviewPayment): string[] =>
  [...drawn(payment).matchAll(/<dt[^>]*>([^<]*)/g)].map(([, label]) => label!)
const textOf = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('a sale at the door has a credit where a transfer’s reference was typed', () => {
  expect(labels(sale)).toEqual(expect.arrayContaining(['Paid by', 'Reference', 'Credit', 'Sold by']))
  expect(labels({ ...sale, transactionId: sale.orderCode })).not.toContain('Credit')
  expect(labels({ ...sale, method: 'card' })).not.toContain('Credit')
})

const bought = { ...sale, sellerId: null, sellerName: null }

test('what a customer paid has a credit and a screenshot', () => {
  expect(labels(bought)).toEqual(expect.arrayContaining(['UTR', 'Credit', 'Screenshot']))
})

test('a payment that a credit made shows no file of its customer', () => {
  expect(drawn(bought)).toContain('Made by a credit')
  expect(drawn({ ...bought, screenshotPath: 'u/o/1.jpg', status: 'pending' })).toContain('This file')
})

const credit = { id: 'c', amount: 177_000, bookedOn: '2026-11-20', narration: 'UPI/5123', orderCode: null, near: null }
const near = { ...credit, near: 'near_utr' } as const

test.each<[string, PaymentCredit[], string, number]>([
  ['none', [], 'None Not in a statement', 0],
  ['one that names it', [credit], '₹1,770.00, Fri 20 Nov 2026 UPI/5123 Order matches', 1],
  ['one of another order', [{ ...credit, orderCode: 'MF11111111' }], 'Paid for order MF11111111', 0],
  ['one that nearly names it', [near], 'Give UPI/5123 Likely: ₹1,770.00, one digit differs', 1],
  ['two that nearly name it', [near, { ...near, id: 'd', amount: 177_100 }], 'Likely: one of 2 credits', 2],
])('with %s, the credit says so, and money that may be the order’s is known', (_name, credits, said, open) => {
  expect(textOf(drawn(bought, credits))).toContain(said)
  expect(openCredits({ value: credits, failure: null })).toHaveLength(open)
})

test('a decided payment claims no file that may never have come', () => {
  const decided = { ...bought, screenshotPath: 'u/o/1.jpg' } as const
  for (const status of ['approved', 'rejected'] as const)
    expect(drawn({ ...decided, status })).not.toMatch(/This file|Not seen before/)
  const without = { ...decided, status: 'pending' as const, warnings: [{ code: 'no_screenshot' as const }] }
  expect(drawn(without)).toContain('None so far')
})
