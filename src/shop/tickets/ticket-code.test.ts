import { expect, it } from 'vitest'
import { checkTypedCode, formatTypedCode } from './ticket-code.ts'
import vectors from './ticket-code-vectors.json' with { type: 'json' }

it('the code for typing has fifteen vectors, which the database is tested on as well', () =>
  expect(vectors).toHaveLength(15))

it('the code for typing is shown in groups of four', () => {
  expect(formatTypedCode('7K2QX4MDE')).toBe('7K2Q-X4MD-E')
  expect(formatTypedCode('')).toBe('')
})

it('the code for typing is accepted in any case and grouping', () => {
  expect(checkTypedCode('7K2Q-X4MD-E')).toBe('7K2QX4MDE')
  expect(checkTypedCode(' 7k2q x4md e ')).toBe('7K2QX4MDE')
  for (const code of vectors) {
    expect(checkTypedCode(formatTypedCode(code).toLowerCase())).toBe(code)
    expect(checkTypedCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code)
  }
})

it('the code for typing detects every single wrong character', () => {
  for (const code of vectors) {
    for (let at = 0; at < code.length; at += 1) {
      for (const character of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
        if (character === code[at]) continue
        expect(checkTypedCode(code.slice(0, at) + character + code.slice(at + 1))).toBeNull()
      }
    }
  }
})

it('the code for typing detects two swapped neighbours, except 0 with Z', () => {
  for (const code of vectors) {
    for (let at = 0; at + 1 < code.length; at += 1) {
      const [left, right] = [code[at]!, code[at + 1]!]
      if (left === right || ('0Z'.includes(left) && '0Z'.includes(right))) continue
      expect(checkTypedCode(code.slice(0, at) + right + left + code.slice(at + 2))).toBeNull()
    }
  }
})

it.each(['', '7K2QX4MD', '7K2QX4MDEE', '7K2QX4MDU', '7K2Q×4MDE', 'MF2:7K2QX4MDE'])(
  'the code for typing rejects %j',
  (text) => {
    expect(checkTypedCode(text)).toBeNull()
  },
)
