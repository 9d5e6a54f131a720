import { describe, expect, it } from 'vitest'
import { toPaise, toRupees } from './money.ts'
import { priceLines, priceOrder, priceRated, type PricedLine, type RatedLine } from './price.ts'
import { allInPrice, ratesOf, type Rates, type TaxRule } from './rates.ts'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import cases from './price-cases.json' with { type: 'json' }

/** The rates of a shared case that names none. */
const usual = { gstPercent: 18, localPercent: 0, fee: 3000, feeGstPercent: 0 }

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
    const rated = lines.map((line) => ({ ...usual, ...line }))
    expect(priceRated(rated)).toMatchObject({ localTax: 0, feeGst: 0, rounding: 0, ...expected })
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

  it('has no fee for the free places of a cart', () => {
    const [paid, free] = [
      { unitPrice: 100_000, seats: ['A1'], state: null, free: false },
      { unitPrice: 0, seats: ['B1', 'B2'], state: null, free: true },
    ]
    expect(priceLines([paid, free], FIRST_TERMS)).toMatchObject({ fee: FIRST_TERMS.feePerSeat, feeSeats: 1 })
    expect(priceLines([free], FIRST_TERMS).total).toBe(0)
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

  it('keeps each tax apart: a rate’s tax is its rounded percent of its lines, whatever else is in the order', () => {
    const random = randomOf(20261126)
    const some = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    for (const lines of randomOrders(1500)) {
      const rated = lines.map((line): RatedLine => ({
        ...line,
        ...{ gstPercent: some([0, 5, 18, 12.37]), localPercent: some([0, 0, 10, 7.5]) },
        ...{ fee: some([0, 3000, 2550, 25]), feeGstPercent: some([0, 18, 9.99]), includesGst: some([true, false]) },
      }))
      const price = priceRated(rated)
      expect(price.shares).toHaveLength(lines.length)
      expect(sum(price.shares)).toBe(price.total)
      expect(price.total).toBe(price.subtotal + price.gst + price.localTax + price.fee + price.feeGst)
      for (const [index, { unitPrice, quantity, fee, includesGst }] of rated.entries())
        if (includesGst) expect(price.shares[index]).toBeGreaterThanOrEqual((unitPrice + fee) * quantity)
      for (const { percent, amount } of price.gstRows) {
        const base = sum(
          rated
            .filter((line) => line.gstPercent === percent && !line.includesGst)
            .map((line) => line.unitPrice * line.quantity),
        )
        expect(Math.abs(amount - (base * percent) / 100)).toBeLessThanOrEqual(0.5001)
      }
      expect(sum(price.gstRows.map((row) => row.amount))).toBe(price.gst - price.gstIncluded)
      const typed = sum(rated.map((line) => line.unitPrice * line.quantity))
      expect(price.subtotal + price.gstIncluded).toBe(typed)
      expect(sum(price.localRows.map((row) => row.amount))).toBe(price.localTax)
      expect(priceRated([...rated].reverse()).total).toBe(price.total)
    }
  })
})

describe('the rates of a seat', () => {
  const gst = (upTo: number | null, percent: number): TaxRule => ({ kind: 'gst', state: null, upTo, percent })
  const local = (state: string, upTo: number | null, percent: number): TaxRule => ({
    ...gst(upTo, percent),
    ...{ kind: 'local', state },
  })
  const rules = [gst(null, 18), gst(50_000, 0), local('Tamil Nadu', null, 10), local('Kerala', 20_000, 5)]
  const byRules: Rates = {
    ...{ gstPercent: 28, feePerSeat: 3000, gstBy: 'rules', feeGstPercent: 18, taxRules: rules, hasGstin: true },
    pricesIncludeGst: false,
    roundToRupee: false,
  }

  it.each([
    [50_000, 0],
    [50_001, 18],
    [0, 0],
    [10_000_000, 18],
  ])('follow its price: %s paise %s %%', (price, percent) => {
    expect(ratesOf(price, null, byRules).gstPercent).toBe(percent)
  })

  it('have no GST without a GSTIN, on the fee neither, and the local tax all the same', () => {
    expect(ratesOf(100_000, 'Tamil Nadu', { ...byRules, hasGstin: false })).toEqual({
      ...{ gstPercent: 0, includesGst: false, localPercent: 10, fee: 3000, feeGstPercent: 0, rounds: false },
    })
  })

  it.each([
    [50_000, 0, 10],
    [50_001, 18, 10],
    [59_000, 18, 10],
    [23_600, 0, 0],
    [20_000, 0, 5],
  ])('of a price with GST in it follow what it is without: %s paise, %s %%', (price, gstPercent, localPercent) => {
    const state = localPercent === 10 ? 'Tamil Nadu' : 'Kerala'
    expect(ratesOf(price, state, { ...byRules, pricesIncludeGst: true })).toMatchObject({
      ...{ gstPercent, includesGst: true, localPercent },
    })
  })

  it('of a price with GST in it try each rule with its own rate, so that none depends on itself', () => {
    const taxRules = [gst(10_000, 5), gst(20_000, 12), gst(null, 18), local('Kerala', 10_000, 5)]
    const of = (price: number) => ratesOf(price, 'Kerala', { ...byRules, taxRules, pricesIncludeGst: true })
    expect([10_500, 10_501, 22_400, 22_401].map((price) => of(price).gstPercent)).toEqual([5, 12, 12, 18])
    expect([10_500, 11_200, 11_201].map((price) => of(price).localPercent)).toEqual([5, 5, 0])
  })

  it('of a price with GST in it make the customer pay that price, the fee and the local tax', () => {
    const rates = { ...byRules, pricesIncludeGst: true }
    expect(allInPrice(177_000, rates)).toBe(177_000 + 3000 + 540)
    expect(allInPrice(177_000, rates, 'Tamil Nadu')).toBe(177_000 + 15_000 + 3000 + 540)
    expect(priceOrder([{ unitPrice: 177_000, quantity: 1, state: 'Tamil Nadu' }], rates).total).toBe(195_540)
    expect(allInPrice(177_000, { ...rates, hasGstin: false })).toBe(180_000)
    expect(allInPrice(177_050, { ...rates, roundToRupee: true })).toBe(180_600)
  })

  it('have one GST on every price while it is flat, with a GSTIN or not', () => {
    for (const hasGstin of [true, false])
      expect(ratesOf(1, undefined, { ...byRules, gstBy: 'flat', hasGstin })).toMatchObject({
        gstPercent: 28,
        feeGstPercent: 18,
      })
  })

  it('have the local tax of a known state, up to its price', () => {
    const localOf = (state: string | null | undefined, price: number) => ratesOf(price, state, byRules).localPercent
    expect([localOf('Tamil Nadu', 1), localOf('Kerala', 20_000), localOf('Kerala', 20_001)]).toEqual([10, 5, 0])
    expect([localOf('Goa', 1), localOf(null, 1), localOf(undefined, 1)]).toEqual([0, 0, 0])
  })
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
