import { expect, it } from 'vitest'
import { bankReference, differenceWords, doorPriceText, referenceText } from './box-office-words.ts'

it('says a difference in words', () => {
  expect(differenceWords(0)).toBe('It adds up.')
  expect(differenceWords(-50_00)).toBe('₹50 too little.')
  expect(differenceWords(1_200_50)).toBe('₹1,200.50 too much.')
})

it('takes the code of an order for no reference of a bank', () => {
  expect(bankReference({ transactionId: 'MF7K2QX4MD', orderCode: 'MF7K2QX4MD' })).toBeNull()
  expect(bankReference({ transactionId: '412345678901', orderCode: 'MF7K2QX4MD' })).toBe('412345678901')
})

it('names the method where no reference was typed', () => {
  const payment = { transactionId: 'MF7K2QX4MD', orderCode: 'MF7K2QX4MD', method: 'cash' } as const
  expect(referenceText(payment)).toBe('Cash')
  expect(referenceText({ ...payment, transactionId: '412345678901', method: 'upi' })).toContain('4123')
})

it('says what a ticket costs at the door: with tax, without a fee', () => {
  expect(doorPriceText({ price: 1_500_00, state: null })).toBe('₹1,500, ₹1,770 with tax')
  expect(doorPriceText({ price: 0, state: null })).toBe('₹0')
})
