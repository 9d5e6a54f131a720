import { expect, test } from 'vitest'
import type { LikelyOrder, MatchKey } from '#shop/bank/credit.ts'
import { creditFailureText, creditTime, keyWords, likelyText, paidTogether, sourcesText } from './credit-words.ts'

test('a credit has the minute where a proof says it, else its day', () => {
  const bookedOn = '2026-12-05'
  expect(creditTime({ bookedOn, creditedAt: null })).toBe('Sat 5 Dec 2026')
  expect(creditTime({ bookedOn, creditedAt: '2026-12-05T14:00:00.000Z' })).toBe('Sat 5 Dec 2026, 7:30 pm')
  expect(sourcesText(['statement', 'mail'])).toBe('Statement, Mail')
})

test('a likely credit is worded alike wherever a payment is listed', () => {
  const amount = 97_400
  expect(likelyText([{ amount, near: 'near_utr' }])).toBe('Likely: ₹974.00, one digit differs')
  expect(likelyText([{ amount, near: 'prefix' }])).toBe('Likely: ₹974.00, its note has the beginning of the code')
  expect(likelyText([{ amount, near: 'short_prefix' }])).toBe('Likely: ₹974.00, its note has a few signs of the code')
  const both = [{ amount, near: 'near_utr' } as const, { amount, near: 'prefix' } as const]
  expect(likelyText(both)).toBe('Likely: one of 2 credits')
  expect(keyWords.near_utr).toContain('one digit differs')
})

test('one transfer paid several orders where it is exactly their prices and names each', () => {
  const order = (amount: number | null, ...keys: MatchKey[]) => ({
    orderCode: 'MF',
    paymentId: null,
    userName: null,
    amount,
    keys,
  })
  const together = (...likely: LikelyOrder[]) => paidTogether({ amount: 540_000, likely, givenCode: null })
  expect(together(order(180_000, 'code'), order(360_000, 'utr'))).toBe(true)
  expect(together(order(180_000, 'code'), order(350_000, 'code'))).toBe(false)
  expect(together(order(180_000, 'code'), order(360_000, 'near_utr'))).toBe(false)
  expect(together(order(180_000, 'code'), order(null, 'code'))).toBe(false)
  expect(together(order(540_000, 'code'))).toBe(false)
})

test('a refusal says what to do, and names the order or the transfer of its detail', () => {
  const text = (code: Parameters<typeof creditFailureText>[0]['code'], detail = '') =>
    creditFailureText({ code, message: code, detail })
  expect(text('credit_used', 'MF7K2QX4MD')).toContain('paid for order MF7K2QX4MD')
  expect(text('credit_used', '412345678901')).toContain('Do not send it again')
  expect(text('credit_used')).toContain('set aside, shared or sent back')
  expect(text('amount_changed', '5500.01')).toBe('These are ₹5,500.01 together, more than came in.')
  expect(text('unknown_order', 'MF00000000')).toBe('There is no order MF00000000.')
  expect(text('already_decided', 'MF7K2QX4MD')).toContain('Record as sent back')
  expect(text('own_payment', 'MF7K2QX4MD')).toContain('Another admin')
  expect(text('unknown_order')).toBe('There is no order with this code.')
  expect(text('in_use')).toContain('Decide that payment first')
  expect(text('invalid', 'p_utr')).toBe('A UTR has 12 digits.')
  expect(text('unreachable')).toContain('no connection')
})
