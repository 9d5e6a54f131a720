import { expect, it } from 'vitest'
import { cancelledReasons, keptUntil, seatsNow, untilText, writeAfter } from './seats-now.ts'

const line = {}
const NOW = Date.parse('2026-11-23T12:00:00Z')
const cancelled = (reason: string | null) => ({ cancelled: { reason } })

it('seatsNow promises seats only while they are held', () => {
  expect(seatsNow({ seatsHeld: true, lines: [line], keptUntil: null, keptNothing: false }, NOW)).toBe(
    'checkout.status.seatsHeld',
  )
  const none = { seatsHeld: false, lines: [line], keptUntil: null }
  expect(seatsNow({ ...none, keptNothing: false }, NOW)).toBe('checkout.status.seatsLost')
  expect(seatsNow({ ...none, keptNothing: true }, NOW)).toBe('checkout.status.keptNothing')
})

it('seatsNow says until when they are kept, and that they are lost afterwards', () => {
  const kept = { seatsHeld: true, lines: [line], keptUntil: '2026-11-23T12:15:00.000Z', keptNothing: false }
  expect(seatsNow(kept, NOW)).toBe('checkout.status.seatsUntil')
  expect(seatsNow(kept, NOW + 15 * 60_000)).toBe('checkout.status.seatsLost')
  expect(seatsNow({ ...kept, keptUntil: null }, NOW)).toBe('checkout.status.seatsHeld')
  expect(untilText(kept.keptUntil, NOW)).toBe('5:45 pm')
  expect(untilText('2026-11-24T12:00:00.000Z', NOW)).toBe('Tue 24 Nov 2026, 5:30 pm')
})

it('seatsNow says that the concert was cancelled, seats held or not, even if it is one of several', () => {
  for (const [seatsHeld, lines] of [
    [true, [cancelled(null)]],
    [false, [cancelled(null)]],
    [true, [line, cancelled(null)]],
  ] as const)
    expect(seatsNow({ seatsHeld, lines, keptUntil: null, keptNothing: false }, NOW)).toBe('checkout.status.cancelled')
})

it('seatsNow gives each reason once', () => {
  expect(cancelledReasons([line, cancelled('The hall is flooded.'), cancelled('The hall is flooded.')])).toBe(
    'The hall is flooded.',
  )
  expect(cancelledReasons([cancelled('Rain.'), cancelled('Illness.')])).toBe('Rain. · Illness.')
  expect(cancelledReasons([line, cancelled(null)])).toBe('')
})

it('seats are kept until the first concert begins at the latest', () => {
  const kept = '2026-11-28T17:36:00.000Z'
  expect(keptUntil(kept, [])).toBe(kept)
  expect(keptUntil(kept, ['2026-12-05T13:30:00.000Z'])).toBe(kept)
  expect(keptUntil(kept, ['2026-12-05T13:30:00.000Z', '2026-11-28T13:30:00.000Z'])).toBe('2026-11-28T13:30:00.000Z')
})

it.each([
  ['a day after it was sent', '2026-12-05T13:30:00.000Z', '2026-11-24T12:00:00.000Z'],
  ['three hours before the concert', '2026-11-24T13:30:00.000Z', '2026-11-24T10:30:00.000Z'],
  ['not within an hour', '2026-11-23T14:00:00.000Z', '2026-11-23T13:00:00.000Z'],
])('customers write about a missing decision %s', (_, start, expected) => {
  expect(writeAfter(NOW, ['2026-12-20T13:30:00.000Z', start])).toBe(expected)
  expect(writeAfter(NOW, [])).toBe('2026-11-24T12:00:00.000Z')
})
