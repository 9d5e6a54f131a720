import { expect, it } from 'vitest'
import { nextRate } from './queue-rate.ts'

it('lets in more while holds are quick, up to a bound', () => {
  expect(nextRate(600, { holdMs: 40, troubled: 0 })).toBe(720)
  expect(nextRate(2_900, { holdMs: 0, troubled: 0 })).toBe(3_000)
  expect(nextRate(3_000, { holdMs: 0, troubled: 0 })).toBe(3_000)
})

it('lets in fewer when holds are slow or people are asked to wait, and never none', () => {
  expect(nextRate(600, { holdMs: 1_200, troubled: 0 })).toBe(360)
  expect(nextRate(600, { holdMs: 40, troubled: 1 })).toBe(360)
  expect(nextRate(70, { holdMs: 5_000, troubled: 9 })).toBe(60)
})

it('stays as it is between', () => expect(nextRate(600, { holdMs: 500, troubled: 0 })).toBe(600))
