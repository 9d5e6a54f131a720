import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { backend, freshDevice, page, restart } from '../../../tests/support/device/device.ts'
import { pass, settled } from '../../../tests/support/device/time.ts'

const DAY_MS = 24 * 3_600_000
let stop = () => {}

freshDevice()
beforeEach(() => {
  // The phone is three days ahead: by its clock both concerts have begun.
  vi.setSystemTime(Date.now() + 3 * DAY_MS)
  backend.clockOffset = -3 * DAY_MS
  const about = {
    singer_id: 's1',
    city: 'Pune',
    venue: 'Hall',
    previous_date: null,
    status: 'scheduled',
    screen_only: false,
    has_queue: false,
  }
  const updated_at = '2026-11-01T10:00:00Z'
  backend.tables.singers = [{ id: 's1', name: 'Meera', updated_at }]
  backend.tables.events = [
    { ...about, id: 'soon', date: '2026-11-21T14:00:00Z', updated_at },
    { ...about, id: 'begun', date: '2026-11-20T09:00:00Z', updated_at },
  ]
})
afterEach(async () => {
  stop()
  await pass(1_000)
})

const upcoming = async () => (await page.watch.readOnce(page.catalogue.watchUpcomingEvents())).map((event) => event.id)
const offset = () => page.watch.readOnce(page.shopClock.watchServerOffset())

it('lists upcoming events by the server’s clock, also offline and after a restart', async () => {
  stop = page.sync.startSync()
  await settled()
  await pass(2_000)
  expect(await upcoming()).toEqual(['soon'])
  expect(Math.abs((await offset()) + 3 * DAY_MS)).toBeLessThan(2_000)
  stop()
  await restart()
  backend.fail('lost-before', '/', 1_000)
  expect(await upcoming()).toEqual(['soon'])
  expect(Math.abs((await offset()) + 3 * DAY_MS)).toBeLessThan(2_000)
})

it('ignores an offset below the accuracy of an answer', async () => {
  backend.clockOffset = 1_200
  stop = page.sync.startSync()
  await settled()
  await pass(2_000)
  expect(await offset()).toBe(0)
})
