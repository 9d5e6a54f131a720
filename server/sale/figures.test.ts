import { expect, it } from 'vitest'
import { Figures, quantile } from './figures.ts'

const time = { now: 1_700_000_000_000 }
const hold = '/rest/v1/rpc/hold_seats'

function counted(): Figures {
  time.now = 1_700_000_000_000
  return new Figures(() => time.now)
}

it('counts what was held, paid, refused, failed and put off', () => {
  const figures = counted()
  const heard = (path: string, status: number): void => figures.count({ path, status, ms: 12, sender: 'a' })
  heard(hold, 200)
  heard(hold, 409)
  heard('/rest/v1/rpc/submit_payment', 200)
  heard('/events/x', 200)
  heard('/x', 500)
  heard('/x', 429)
  heard('/x', 503)
  heard(hold, 503)
  heard(hold, 429)
  expect(figures.last()).toEqual({
    ...{ requests: 9, holds: 1, payments: 1, errors: 1, busy: 4, refused: 1, failed: 1 },
    holdMs: [12],
  })
  time.now += 61_000
  expect(figures.last().requests).toBe(0)
  expect(figures.totals.requests).toBe(9)
})

it('shows the holds of ten minutes in steps of ten seconds, the last one under way', () => {
  const figures = counted()
  figures.count({ path: hold, status: 200, ms: 1, sender: 'a' })
  time.now += 25_000
  figures.count({ path: hold, status: 200, ms: 1, sender: 'a' })
  const holds = figures.holds()
  expect(holds).toHaveLength(60)
  expect(holds.filter(({ count }) => count > 0).map(({ count }) => count)).toEqual([1, 1])
  expect(holds.at(-1)!.count).toBe(1)
  expect(Date.parse(holds.at(-1)!.at)).toBeLessThanOrEqual(time.now)
  time.now += 601_000
  expect(figures.holds().every(({ count }) => count === 0)).toBe(true)
})

it('counts an address once a minute', () => {
  const figures = counted()
  for (const sender of ['a', 'b', 'a']) figures.count({ path: '/', status: 200, ms: 1, sender })
  expect(figures.senders()).toBe(2)
  time.now += 61_000
  figures.count({ path: '/', status: 200, ms: 1, sender: 'b' })
  expect(figures.senders()).toBe(1)
})

it('outlives a clock that is set back', () => {
  const figures = counted()
  figures.count({ path: '/', status: 200, ms: 1, sender: 'a' })
  time.now -= 3_600_000
  figures.count({ path: '/', status: 200, ms: 1, sender: 'a' })
  expect(figures.last().requests).toBe(2)
})

it('takes a quantile', () => {
  expect(quantile([], 0.5)).toBe(0)
  expect(quantile([5, 1, 3], 0.5)).toBe(3)
  expect(quantile([5, 1, 3], 0.99)).toBe(5)
})
