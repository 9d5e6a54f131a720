import { expect, it } from 'vitest'
import { ago, count, countdown, exactRupees, rupees } from './format.ts'

it('groups numbers as the browser does', () => {
  const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
  const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const numbers = [0, 1, 9, 10, 99, 100, 101, 999, 1_000, 1_001, 99_999, 100_000, 1_234_567, 98_765_432, 999_999_999]
  for (let digits = 1; digits <= 12; digits += 1) numbers.push(Number('987654321987'.slice(0, digits)))
  for (const n of [...numbers, ...numbers.filter((one) => one !== 0).map((one) => -one)]) {
    expect(count(n)).toBe(whole.format(n))
    expect(exactRupees(n)).toBe(`${n < 0 ? '− ' : ''}₹${exact.format(Math.abs(n) / 100)}`)
    expect(rupees(n)).toBe(`₹${(n % 100 === 0 ? whole : exact).format(n / 100)}`)
  }
})

const now = Date.parse('2026-12-05T12:00:00Z')
it.each([
  [-5_000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 min ago'],
  [3_599_999, '59 min ago'],
  [3_600_000, '1 h ago'],
  [86_399_999, '23 h ago'],
  [86_400_000, 'yesterday'],
  [172_800_000, '2 days ago'],
])('ages of %i ms', (age, words) => {
  expect(ago(now - age, now)).toBe(words)
})

it.each([
  [600_000, '10:00'],
  [599_001, '10:00'],
  [599_000, '9:59'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
  [3_600_000, '1:00:00'],
])('countdown of %i ms', (ms, words) => {
  expect(countdown(ms)).toBe(words)
})
