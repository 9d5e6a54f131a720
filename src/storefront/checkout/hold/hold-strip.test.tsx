import { expect, it } from 'vitest'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import { ringOf } from './hold-strip.tsx'

const { holdMinutes, extensionMinutes } = FIRST_TERMS
const MINUTE_MS = 60_000

it.each([
  [holdMinutes, false, '1.000'],
  [holdMinutes / 4, false, '0.250'],
  [(holdMinutes + extensionMinutes) / 2, true, '0.500'],
  // What is under review or offered may be held for longer.
  [holdMinutes * 6, false, '1.000'],
])('with %d minutes left (extended: %s) the ring is %s full', (minutes, extended, full) => {
  expect(ringOf({ left: minutes * MINUTE_MS, extended })).toContain(`${full}turn`)
})
