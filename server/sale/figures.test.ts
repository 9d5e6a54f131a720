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
  for (const status of [200, 409, 500, 429, 503, 0]) figures.count({ status, sender: 'a' })
  for (const status of [200, 409, 503, 429]) figures.sale({ path: hold, status, ms: 12 })
  figures.sale({ path: '/rest/v1/rpc/submit_payment', status: 200, ms: 9 })
  figures.sale({ path: '/rest/v1/rpc/submit_payment', status: 500, ms: 9 })
  figures.sale({ path: '/rest/v1/events', status: 500, ms: 9 })
  expect(figures.last()).toEqual({
    ...{ requests: 6, holds: 1, payments: 1, errors: 1, busy: 2, refused: 1, failed: 2 },
    holdMs: [12],
  })
  time.now += 61_000
  expect(figures.last().requests).toBe(0)
  expect(figures.totals.requests).toBe(6)
})

it('shows the holds of ten minutes in steps of ten seconds, the last one under way', () => {
  const figures = counted()
  figures.sale({ path: hold, status: 200, ms: 1 })
  time.now += 25_000
  figures.sale({ path: hold, status: 200, ms: 1 })
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
  for (const sender of ['a', 'b', 'a']) figures.count({ status: 200, sender })
  expect(figures.senders()).toBe(2)
  time.now += 61_000
  figures.count({ status: 200, sender: 'b' })
  expect(figures.senders()).toBe(1)
})

it('outlives a clock that is set back', () => {
  const figures = counted()
  figures.count({ status: 200, sender: 'a' })
  time.now -= 3_600_000
  figures.count({ status: 200, sender: 'a' })
  expect(figures.last().requests).toBe(2)
})

it('takes a quantile', () => {
  expect(quantile([], 0.5)).toBe(0)
  expect(quantile([5, 1, 3], 0.5)).toBe(3)
  expect(quantile([5, 1, 3], 0.99)).toBe(5)
})
