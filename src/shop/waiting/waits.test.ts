import { describe, expect, test } from 'vitest'
import { minutesLeft, offerState, waitOf, waitsToShow, type Offer, type Wait } from './waits.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')
const offer: Offer = {
  orderId: 'o1',
  orderCode: 'MF7K2QX4MD',
  state: 'open',
  seats: ['B12', 'B13'],
  until: '2026-12-01T12:30:00.000Z',
  total: 299_800,
}
const wait = (more: Partial<Wait> = {}) =>
  ({
    ...{ id: 'w1', eventDate: '2026-12-05T14:00:00.000Z', ticketCategoryId: 'gold', outcome: null, endedAt: null },
    ...{ before: 3, offer: null, ...more },
  }) as Wait

describe('an offer', () => {
  test('can be taken until its end, then no more, also on a device that has not heard of it', () => {
    expect(offerState(wait({ offer }), NOW)).toBe('open')
    expect(offerState(wait({ offer }), Date.parse(offer.until))).toBe('over')
    expect(offerState(wait(), NOW)).toBe('none')
  })

  test('under review has no end', () => {
    const submitted = wait({ offer: { ...offer, state: 'submitted' } })
    expect(offerState(submitted, Date.parse(offer.until) + 1)).toBe('submitted')
  })

  test('of a wait that has ended is none', () => expect(offerState(wait({ outcome: 'left', offer }), NOW)).toBe('none'))

  test('has whole minutes left: the last one until the end', () => {
    expect(minutesLeft(offer.until, NOW)).toBe(30)
    expect(minutesLeft(offer.until, Date.parse(offer.until) - 1)).toBe(1)
    expect(minutesLeft(offer.until, Date.parse(offer.until))).toBe(0)
    expect(minutesLeft(offer.until, Date.parse(offer.until) + 90_000)).toBe(0)
  })
})

test('a category has one wait that goes on', () => {
  const waits = [wait({ id: 'old', outcome: 'left' }), wait()]
  expect(waitOf(waits, 'gold')?.id).toBe('w1')
  expect(waitOf(waits, 'silver')).toBeUndefined()
})

describe('what is shown of waits', () => {
  const ids = (waits: Wait[]): string[] => waitsToShow(waits, NOW).map(({ id }) => id)

  test('offers come before those who wait', () =>
    expect(ids([wait(), wait({ id: 'w2', ticketCategoryId: 'silver', offer })])).toEqual(['w2', 'w1']))

  test('a lost offer is said once, until the customer waits again or the event begins', () => {
    const lost = wait({ id: 'lost', outcome: 'lapsed', endedAt: '2026-12-01T11:00:00.000Z', before: null })
    expect(ids([lost])).toEqual(['lost'])
    expect(ids([lost, { ...lost, id: 'earlier' }])).toEqual(['lost'])
    expect(ids([wait(), lost])).toEqual(['w1'])
    expect(waitsToShow([lost], Date.parse(lost.eventDate))).toEqual([])
  })

  test('what the customer ended or bought is not said again', () => {
    for (const outcome of ['bought', 'left', 'declined', 'over'] as const) expect(ids([wait({ outcome })])).toEqual([])
  })
})
