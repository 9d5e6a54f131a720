import { expect, test } from 'vitest'
import { buyerOf, seatsNoticeText } from './ticket-state.tsx'

const customer = { userName: 'Farah Nair', userEmail: 'farah@example.in', sellerId: null, isTest: false }
const nameless = { userName: null, userEmail: null, sellerId: 'staff', isTest: false }
const deleted = { ...nameless, sellerId: null }

test('names the buyer, the door where no name was asked, or a deleted account', () => {
  expect(buyerOf(customer)).toBe('Farah Nair')
  expect(buyerOf({ ...customer, userName: null })).toBe('farah@example.in')
  expect(buyerOf(nameless)).toBe('Buyer at the door')
  expect(buyerOf({ ...nameless, userName: 'Ravi' })).toBe('Ravi')
  expect(buyerOf(deleted)).toBe('Deleted account')
})

test('says who is told of other seats', () => {
  expect(seatsNoticeText(customer)).toMatch(/^The customer reads of it under Updates/)
  expect(seatsNoticeText(nameless)).toMatch(/no account and get no message: call or write/)
  expect(seatsNoticeText({ ...nameless, userName: 'Ravi' })).toMatch(/no account and get no message/)
  expect(seatsNoticeText(deleted)).toMatch(/^The account was deleted/)
  expect(seatsNoticeText({ ...customer, isTest: true })).toBe('It is a test: no message goes out.')
})
