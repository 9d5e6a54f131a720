import { expect, it } from 'vitest'
import { countdown } from '#ui/format.ts'
import { holdLeft } from './use-hold.ts'

const ASKED = 1_764_000_000_000
const END = ASKED + 600_000

it.each([
  ['between two ticks', ASKED - 900, ASKED + 100, '10:00'],
  ['at a tick', ASKED, ASKED, '10:00'],
  ['a second later', ASKED + 1_000, ASKED + 1_000, '9:59'],
  ['when it has ended', END, END + 1, '0:00'],
])('ten minutes never begin above 10:00: %s', (_, ticked, now, shown) =>
  expect(countdown(holdLeft(END, ticked, now))).toBe(shown),
)

it('returns 0 without a hold', () => expect(holdLeft(null, ASKED)).toBe(0))
