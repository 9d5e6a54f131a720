import { expect, it } from 'vitest'
import { mistakesIn, tidyOrderCode } from './contact-form.tsx'

const draft = { name: 'Farah', email: 'farah@example.in', topic: 'payment', orderCode: '', message: 'Hello' }

it('a message to the shop can be sent with a name, an email and a text', () => {
  expect(mistakesIn(draft)).toEqual([])
  expect(mistakesIn({ ...draft, orderCode: ' mf 7k2q-x4md ' })).toEqual([])
})
it('a message to the shop lists what is missing in the order of the form', () => {
  expect(mistakesIn({ name: ' ', email: 'farah', topic: '', orderCode: 'MF123', message: '\n' })).toEqual([
    'name',
    'email',
    'orderCode',
    'message',
  ])
})
it.each(['a@b@c', '@b.in', 'a b@c.in', '<a@b.in>', `${'x'.repeat(65)}@b.in`])(
  'a message to the shop refuses %s as an address',
  (email) => {
    expect(mistakesIn({ ...draft, email })).toEqual(['email'])
  },
)
it('a message to the shop refuses letters that an order code never has', () => {
  expect(mistakesIn({ ...draft, orderCode: 'MFILOU1234' })).toEqual(['orderCode'])
  expect(tidyOrderCode('mf7k2q-x4md')).toBe('MF7K2QX4MD')
})
