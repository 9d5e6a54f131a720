import { expect, it } from 'vitest'
import { messages as hindi } from '../messages/hi.ts'
import { setMessages, t } from '../messages/messages.ts'
import { messages as marathi } from '../messages/mr.ts'
import { listedSeats, saidSeats } from './said-seats.ts'
import '../messages/en/buying/cart.ts'
import '../messages/en/buying/wallet.ts'

const one = { seats: ['17'] }
const two = { seats: ['17', '33'] }

it('says standing places by the number of people, without a word for seats', () => {
  expect(saidSeats(two)).toEqual({ n: 2, list: 'Standing, 2 people', named: true })
  expect(t('cart.seats', saidSeats(one))).toBe('Standing, 1 person')
  expect(t('wallet.seats', saidSeats(two))).toBe('Standing, 2 people')
  expect(t('cart.seats', saidSeats({ seats: ['A1', 'A2'] }))).toBe('Seats A1, A2')
  expect(listedSeats(two.seats)).toBe('Standing, 2 people')
  expect(listedSeats(['A1', 'A2'])).toBe('A1, A2')
  expect(listedSeats([])).toBe('')
})

it.each([
  ['hi', hindi, 'स्टैंडिंग, 1 व्यक्ति', 'स्टैंडिंग, 2 लोग'],
  ['mr', marathi, 'स्टँडिंग, 1 व्यक्ती', 'स्टँडिंग, 2 व्यक्ती'],
])('says them in %s', (_, messages, person, people) => {
  setMessages(messages)
  try {
    expect(t('cart.seats', saidSeats(one))).toBe(person)
    expect(t('wallet.seats', saidSeats(two))).toBe(people)
  } finally {
    setMessages(null)
  }
})
