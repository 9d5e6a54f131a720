import { afterEach, describe, expect, it, vi } from 'vitest'
import cases from './note-code-cases.json' with { type: 'json' }
import { newOrderId, orderCode } from './order.ts'

afterEach(() => vi.restoreAllMocks())

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GOOD = '7K2QX4MD'

/** The first five bytes of an id whose code has these signs. */
function bytesOf(signs: string): number[] {
  const bits = [...signs].reduce((all, sign) => all * 32n + BigInt(CROCKFORD.indexOf(sign)), 0n)
  return Array.from({ length: 5 }, (_, n) => Number((bits >> BigInt(8 * (4 - n))) & 255n))
}

describe('an order code', () => {
  it.each([
    ['00000000-0000-4000-8000-000000000000', 'MF00000000'],
    ['ffffffff-ffff-4fff-bfff-ffffffffffff', 'MFZZZZZZZZ'],
    // The database's tests have the same pairs.
    ['2a5066b9-7c29-43d5-9d18-6dfa7b651018', 'MF5986DEBW'],
    ['1afb7d25-47ce-43ad-bd3e-5fe0712dc3ed', 'MF3BXQT9A7'],
    ['1AFB7D25-47CE-43AD-BD3E-5FE0712DC3ED', 'MF3BXQT9A7'],
  ])('of %s is %s', (id, code) => expect(orderCode(id)).toBe(code))

  it.each(['', 'MF5986DEBW', 'not-a-uuid-at-all', '2a5066b9'])('is refused for %j', (id) =>
    expect(() => orderCode(id)).toThrow(RangeError),
  )
})

describe('an order id', () => {
  it('is a unique version-4 UUID', () => {
    const ids = Array.from({ length: 500 }, newOrderId)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(ids).size).toBe(500)
  })

  it('has a code that a bank’s narration shows to be one, even cut to five signs', () => {
    for (let n = 0; n < 3_000; n += 1) {
      const signs = orderCode(newOrderId()).slice(2)
      expect(signs.slice(0, 5)).toMatch(/[0-9]/)
      expect(signs.slice(0, 5)).toMatch(/[A-Z]/)
      expect(signs, 'the beginning of an IFSC').not.toMatch(/^[A-Z]{4}0/)
      expect(signs, 'a masked account').not.toMatch(/^X+[0-9]+$/)
    }
  })

  // The database's test reads the same cases.
  it.each(cases)('$signs is chosen: $seen ($what)', ({ signs, seen }) => {
    const offered = [signs, GOOD]
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      ;(array as unknown as Uint8Array).set(bytesOf(offered.shift() ?? GOOD))
      return array
    })
    expect(orderCode(newOrderId())).toBe(`MF${seen ? signs : GOOD}`)
  })
})
