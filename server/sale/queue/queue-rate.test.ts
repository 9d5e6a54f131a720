import { expect, it } from 'vitest'
import { nextRate } from './queue-rate.ts'

const quiet = { holdMs: 40, holds: 100, failed: 0 }

it('lets in more while holds are quick, up to a bound', () => {
  expect(nextRate(600, quiet)).toBe(720)
  expect(nextRate(2_900, { holdMs: 0, holds: 0, failed: 0 })).toBe(3_000)
  expect(nextRate(3_000, quiet)).toBe(3_000)
})

it('lets in fewer when holds are slow or more than a few fail, and never none', () => {
  expect(nextRate(600, { ...quiet, holdMs: 1_200 })).toBe(360)
  expect(nextRate(600, { ...quiet, failed: 2 })).toBe(720)
  expect(nextRate(600, { ...quiet, failed: 3 })).toBe(360)
  expect(nextRate(600, { ...quiet, holds: 0, failed: 1 })).toBe(360)
  expect(nextRate(70, { holdMs: 5_000, holds: 10, failed: 9 })).toBe(60)
})

it('stays as it is between', () => expect(nextRate(600, { ...quiet, holdMs: 500 })).toBe(600))
