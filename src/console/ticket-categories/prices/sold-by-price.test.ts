import { expect, test } from 'vitest'
import { priceName } from './sold-by-price.tsx'

const phase = (name: string, price: number) => ({ name, price, until: null, untilSold: 5 })

test('names the phase of a price, the regular price, and any other', () => {
  const category = { price: 150_000, phases: [phase('Early bird', 90_000), phase('Friends', 90_000)] }
  expect(priceName(90_000, category)).toBe('Early bird or Friends')
  expect(priceName(150_000, category)).toBe('Regular price')
  expect(priceName(140_000, category)).toContain('Another price')
  expect(priceName(0, category)).toBe('Complimentary or free')
})
