import { expect, test } from 'vitest'
import { isEmail, isGstin, isPhone, isRefundUpiId } from './profile.ts'

test.each([
  ['+91 98765 43210', true],
  ['022 (2643) 1234', true],
  ['123456', true],
  ['12345', false],
  ['call me', false],
  ['+', false],
  ['1'.repeat(24), false],
])('isPhone(%j) is %s', (text, is) => expect(isPhone(text)).toBe(is))

test.each([
  ['asha.rao@okaxis', true],
  [' asha@ybl ', true],
  ['9876543210@upi', true],
  ['a@okaxis', false],
  ['asha@', false],
  ['asha@1bank', false],
  ['asha rao@okaxis', false],
  ['asha@okaxis, please', false],
])('isRefundUpiId(%j) is %s', (text, is) => expect(isRefundUpiId(text)).toBe(is))

test('an address needs one @, a name before it and a domain with a dot after it', () => {
  for (const good of ['farah.n@example.com', ' farah@example.co.in ', 'a+b@x.in']) expect(isEmail(good)).toBe(true)
  for (const bad of [
    '',
    'farah',
    'farah@',
    '@example.com',
    'farah@example',
    'a b@example.com',
    'a@b@c.in',
    'a@.in',
    'a@b.',
  ])
    expect(isEmail(bad)).toBe(false)
})

// The database's is_gstin refuses the same: supabase/tests/papers.test.sql.
test('a GSTIN has its form and its check character', () => {
  for (const good of ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4']) expect(isGstin(good), good).toBe(true)
  for (const bad of ['27AAPFU0939F1ZW', '27AAPFU0939F1Z', '27aapfu0939f1zv', '27AAPFU0939G1ZV', '72AAPFU0939F1ZV', ''])
    expect(isGstin(bad), bad).toBe(false)
})
