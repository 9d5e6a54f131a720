import { describe, expect, it } from 'vitest'
import { toPaise, toRupees } from './money.ts'
import { priceOrder, type PricedLine } from './price.ts'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import cases from './price-cases.json' with { type: 'json' }

/** mulberry32 with a fixed seed, so that a failure repeats. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const randomOrders = (count: number): PricedLine[][] => {
  const random = randomOf(20261121)
  const upTo = (n: number) => Math.floor(random() * (n + 1))
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + upTo(11) }, () => ({
      unitPrice: upTo(random() < 0.5 ? 99 : 1_500_000),
      quantity: upTo(10),
    })),
  )
}

describe('the price of an order', () => {
  it.each(cases)('agrees with the table shared with the database: $name', ({ lines, name: _, ...expected }) => {
    expect(priceOrder(lines, FIRST_TERMS)).toEqual(expected)
  })

  it('splits into shares that sum to the total, whatever the lines', () => {
    for (const lines of randomOrders(3000)) {
      const price = priceOrder(lines, FIRST_TERMS)
      expect(price.shares.reduce((a, b) => a + b, 0)).toBe(price.total)
      expect(price.total).toBe(price.subtotal + price.gst + price.fee)
      expect(price.shares).toHaveLength(lines.length)
    }
  })

  it('gives every line its part of the tax to within one paisa', () => {
    for (const lines of randomOrders(2000)) {
      const { shares, subtotal, gst: tax } = priceOrder(lines, FIRST_TERMS)
      lines.forEach(({ unitPrice, quantity }, index) => {
        const gst = shares[index]! - unitPrice * quantity - quantity * FIRST_TERMS.feePerSeat
        expect(Math.abs(gst - (tax * unitPrice * quantity) / (subtotal || 1))).toBeLessThan(1)
      })
    }
  })

  it('has the same total for any order of the lines', () => {
    for (const lines of randomOrders(500))
      expect(priceOrder([...lines].reverse(), FIRST_TERMS).total).toBe(priceOrder(lines, FIRST_TERMS).total)
  })

  it('rounds GST half a paisa up, and only once', () => {
    expect(priceOrder([{ unitPrice: 25, quantity: 1 }], FIRST_TERMS).gst).toBe(5)
    expect(
      priceOrder(
        Array.from({ length: 4 }, () => ({ unitPrice: 3, quantity: 1 })),
        FIRST_TERMS,
      ).gst,
    ).toBe(2)
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s as a price or a quantity', (wrong) => {
    expect(() => priceOrder([{ unitPrice: wrong, quantity: 1 }], FIRST_TERMS)).toThrow(RangeError)
    expect(() => priceOrder([{ unitPrice: 1, quantity: wrong }], FIRST_TERMS)).toThrow(RangeError)
  })
})

describe('rupees and paise', () => {
  it.each([
    [0, 0],
    [1500, 150_000],
    ['1500.00', 150_000],
    ['1499.5', 149_950],
    [1499.99, 149_999],
    [0.29, 29],
    [' 12.3400 ', 1234],
    ['-5.05', -505],
    ['-0', 0],
  ])('reads %j as %i paise', (rupees, paise) => expect(toPaise(rupees)).toBe(paise))

  it.each(['', 'abc', '1,500', '1.005', '1e3', Number.NaN, Number.POSITIVE_INFINITY, '99999999999999999'])(
    'refuses %j',
    (wrong) => expect(() => toPaise(wrong)).toThrow(RangeError),
  )

  it('converts every paisa of a thousand rupees both ways', () => {
    for (let paise = 0; paise <= 100_000; paise++) expect(toPaise(toRupees(paise))).toBe(paise)
  })
})
