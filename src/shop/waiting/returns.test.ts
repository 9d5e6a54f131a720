import { describe, expect, test } from 'vitest'
import { giveBackRule, liveReturn, mayGiveBack, parseReturns, soldReturns } from './returns.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')
const ticket = {
  date: '2026-12-05T14:00:00.000Z',
  eventStatus: 'scheduled' as const,
  revokedAt: null,
  totalAmount: 299_800,
  isTest: false,
  from: null,
  ...giveBackRule(null),
}
const row = (state: string, number = 1) => ({
  id: `${state}-${number}`,
  number,
  seat: `A${number}`,
  state,
  ended_at: state === 'sold' ? '2026-11-30T10:00:00+00:00' : null,
  sold_ticket_id: state === 'sold' ? 'gone' : null,
})

describe('a pass may be given back', () => {
  test('by who paid for it, until the event begins', () => {
    expect(mayGiveBack(ticket, NOW)).toBe(true)
    expect(mayGiveBack(ticket, Date.parse(ticket.date))).toBe(false)
  })

  test('until the hour that the event has set', () => {
    const until = { ...ticket, ...giveBackRule({ give_back: true, give_back_until: '2026-12-01T12:00:00+00:00' }) }
    expect(mayGiveBack(until, NOW - 1)).toBe(true)
    expect(mayGiveBack(until, NOW)).toBe(false)
  })

  test('not where the event says no, nor without a price, of a test order, of another person’s ticket or a void one', () => {
    for (const more of [
      giveBackRule({ give_back: false, give_back_until: null }),
      { totalAmount: 0 },
      { isTest: true },
      { from: 'Farah N.' },
      { revokedAt: '2026-11-30T10:00:00.000Z' },
      { eventStatus: 'cancelled' as const },
    ])
      expect(mayGiveBack({ ...ticket, ...more }, NOW)).toBe(false)
  })

  test('where the event has no rules', () => expect(giveBackRule(null)).toEqual({ giveBackUntil: null, keeps: false }))
})

describe('what was given back', () => {
  test('is kept without what was taken back or has ended', () => {
    const returns = parseReturns([row('open'), row('taken_back', 2), row('ended', 3), row('sold', 4)])
    expect(returns.map(({ state }) => state)).toEqual(['open', 'sold'])
    expect(returns[1]).toMatchObject({ endedAt: '2026-11-30T10:00:00.000Z', soldTicketId: 'gone' })
    expect(parseReturns([row('ended')])).toEqual([])
  })

  test('is of one pass until it is sold', () => {
    const held = { returns: parseReturns([row('buying', 2), row('sold', 3)]) }
    expect(liveReturn(held, 2)?.state).toBe('buying')
    expect(liveReturn(held, 3)).toBeUndefined()
    expect(liveReturn(held, 1)).toBeUndefined()
    expect(soldReturns(held).map(({ seat }) => seat)).toEqual(['A3'])
    expect(soldReturns({ returns: [] })).toEqual([])
  })
})
