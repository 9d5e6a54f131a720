import { expect, test } from 'vitest'
import { refuseAddress, refusePassword } from './sign-up.ts'

test('refuses an address that is not exactly one mailbox', () => {
  for (const email of ['asha@example.in', 'asha.rao+mehfil@mail.example.co.in', "o'neil@example.ie", 'आशा@उदाहरण.भारत'])
    expect(refuseAddress(email), email).toBeNull()
  for (const email of [
    ...['x<victim@host.example>', 'a,b@host.example', 'a;b@host.example', '"a b"@host.example', 'a(b)@host.example'],
    ...[
      'a@b@host.example',
      'a@host.example,b@host.example',
      'a b@host.example',
      'a@host\u0000.example',
      'a:b@host.example',
    ],
    ...['asha@example.in.', 'asha..rao@example.in', '.asha@example.in', 'asha.@example.in', 'asha@.example.in'],
    'asha@example..in',
    ...['', '@host.example', 'a@', 'a', `${'a'.repeat(65)}@host.example`],
  ])
    expect(refuseAddress(email)?.status, email).toBe(400)
})

test('limits a password to 72 bytes, not characters', () => {
  expect(refusePassword('a'.repeat(72))).toBeNull()
  expect(refusePassword('a'.repeat(73))?.status).toBe(422)
  expect(refusePassword('आ'.repeat(24))).toBeNull()
  expect(refusePassword('आ'.repeat(25))?.status).toBe(422)
  expect(refusePassword(undefined)).toBeNull()
})
