import { expect, test } from 'vitest'
import { adminQueue } from '../../../tests/support/concerts/queue-rows.ts'
import { concernsOf, phaseOf, rulesOf, usualTimes, waitingOf, type AdminQueue } from './queue-admin.ts'

const now = Date.parse('2026-12-01T06:00:00Z')
const iso = (hours: number): string => new Date(now + hours * 3_600_000).toISOString()

const queue = (at: number, more: Partial<AdminQueue> = {}) =>
  adminQueue({ joinsFrom: iso(0), opensAt: iso(24), joined: 5, at: iso(at), ...more })

test('a queue goes from before to joining, drawing and letting in by the server’s time, until it ends', () => {
  expect([-1, 0, 23, 24].map((at) => phaseOf(queue(at)))).toEqual(['before', 'joining', 'joining', 'drawing'])
  expect(phaseOf(queue(24, { drawnAt: iso(24) }))).toBe('letting in')
  expect(phaseOf(queue(-1, { endedAt: iso(-2) }))).toBe('ended')
})

test('times change before joining opens, then only later, and not after the list is closed; the rate until the end', () => {
  expect(rulesOf(queue(-1))).toEqual({ joinsFrom: true, opensAt: 'any', perMinute: true, end: true, remove: true })
  expect(rulesOf(queue(0))).toEqual({ joinsFrom: false, opensAt: 'later', perMinute: true, end: true, remove: false })
  expect(rulesOf(queue(24, { listedAt: iso(24) }))).toMatchObject({ opensAt: 'no', perMinute: true, end: true })
  const ended = { joinsFrom: false, opensAt: 'no', perMinute: false, end: false, remove: true }
  expect(rulesOf(queue(-1, { endedAt: iso(-2) }))).toEqual(ended)
})

test('people wait only once they have places', () => {
  expect(waitingOf(queue(1))).toBe(0)
  expect(waitingOf(queue(25, { drawnAt: iso(24), joined: 50, letIn: 20 }))).toBe(30)
})

test('a new queue opens with the first sale to come, and joining a day before or soon', () => {
  const sale = (saleFrom: string | null) => ({ name: 'Gold', saleFrom, saleUntil: null })
  expect(usualTimes([sale(null), sale(iso(-5))], now)).toEqual({ joinsFrom: null, opensAt: null })
  expect(usualTimes([sale(iso(-1)), sale(iso(72)), sale(iso(48))], now)).toEqual({
    joinsFrom: Date.parse(iso(24)),
    opensAt: Date.parse(iso(48)),
  })
  expect(usualTimes([sale(iso(3))], now)).toEqual({ joinsFrom: now + 600_000, opensAt: Date.parse(iso(3)) })
  expect(usualTimes([sale(iso(1 / 60))], now)).toEqual({ joinsFrom: null, opensAt: now + 60_000 })
})

test('the queue opens in the minute of the sale or after it, never before', () => {
  const half = [{ name: 'Gold', saleFrom: new Date(now + 7_200_500).toISOString(), saleUntil: null }]
  const { opensAt } = usualTimes(half, now)
  expect(opensAt).toBe(now + 7_260_000)
  expect(concernsOf(half, opensAt!, now)).toEqual({ stopped: [], earlier: [], later: [] })
})

test('names the categories whose sale the queue stops, delays or comes before', () => {
  const categories = [
    { name: 'Always', saleFrom: null, saleUntil: null },
    { name: 'Ended', saleFrom: null, saleUntil: iso(-1) },
    { name: 'Early', saleFrom: iso(20), saleUntil: null },
    { name: 'Same', saleFrom: iso(24), saleUntil: null },
    { name: 'Late', saleFrom: iso(30), saleUntil: null },
  ]
  expect(concernsOf(categories, Date.parse(iso(24)), now)).toEqual({
    stopped: ['Always'],
    earlier: ['Early'],
    later: ['Late'],
  })
})
