import { expect, it } from 'vitest'
import { typedPassword } from './password.api.ts'

it.each([
  ['Hindi', 'ज़ाकिर हुसैन', '\u095Bाकिर हुसैन'],
  ['Tamil', 'கொலம்', 'க\u0BC6\u0BBEலம்'],
  ['Bengali', 'ভালো', 'ভাল\u09C7\u09BE'],
  ['French', 'Renée', 'Rene\u0301e'],
])('a password in %s is the same from either keyboard', (_, one, other) => {
  expect(one).not.toBe(other)
  expect(typedPassword(one)).toBe(typedPassword(other))
})

it('and passwords that only look alike stay apart', () => {
  expect(typedPassword('ﬁne')).not.toBe(typedPassword('fine'))
})
