import { expect, it } from 'vitest'
import { sendBackLink } from './refund.ts'

const back = { name: 'Asha Menon', vpa: 'asha@okaxis', amount: 180_050 }

it('names the person, the amount without commas, and no order', () =>
  expect(sendBackLink(back)).toBe('upi://pay?pa=asha@okaxis&pn=Asha%20Menon&am=1800.50&cu=INR&tn=Refund'))

it.each([
  ['an address that is none', { vpa: 'asha' }],
  ['an address that adds an amount', { vpa: 'asha@okaxis&am=1' }],
  ['nothing', { amount: 0 }],
  ['half a paisa', { amount: 100.5 }],
])('refuses %s', (_, wrong) => expect(() => sendBackLink({ ...back, ...wrong })).toThrow(RangeError))
