import { beforeEach, expect, it } from 'vitest'
import { ASHA, BINA, backend, freshDevice, page, restart, signIn } from '../../../tests/support/device/device.ts'
import { fillDevice } from '../../../tests/support/device/failing-store.ts'

const before = {
  event_id: 'e1',
  joins_from: '2026-11-20T09:00:00+00:00',
  opens_at: '2026-11-20T10:05:00+00:00',
  at: '2026-11-20T10:00:00+00:00',
  seed_hash: 'aa',
  list_hash: null,
  seed: null,
  drawn_at: null,
  joined: 1,
  drawn: null,
  last_place: 0,
  let_in: 0,
  rate: 60,
  ended_at: null,
  again: 2,
}
const drawn = {
  ...before,
  at: '2026-11-20T10:05:03+00:00',
  list_hash: 'bb',
  seed: 'cc',
  drawn_at: '2026-11-20T10:05:02+00:00',
  drawn: 12,
  last_place: 12,
}

freshDevice(ASHA)
beforeEach(() => void (backend.queue = before))

const mine = () => page.watch.readOnce(page.queue.watchMyQueue('e1'))
const isPlaced = (place: number) => backend.entries.set(ASHA, { ...backend.entries.get(ASHA), place })

it('keeps place and state without a network, after the page was closed', async () => {
  expect(await page.queue.joinQueue('e1')).toMatchObject({ ok: true, value: { code: 'CODE0', place: null } })
  backend.queue = drawn
  isPlaced(7)
  expect(await page.queue.refreshQueue('e1')).toMatchObject({ ok: true, value: { state: { drawn: 12, again: 2 } } })
  await restart()
  backend.fail('lost-before', 'queue_', 9)
  expect((await page.queue.refreshQueue('e1')).ok).toBe(false)
  expect(await mine()).toMatchObject({
    entry: { code: 'CODE0', place: 7, late: false },
    state: { rate: 60, drawnAt: '2026-11-20T10:05:02.000Z', letIn: 0 },
  })
})

it('asks for a place that is not given yet until it is', async () => {
  await page.queue.joinQueue('e1')
  await page.queue.refreshQueue('e1')
  expect(backend.count('queue_place')).toBe(0)
  backend.queue = drawn
  await page.queue.refreshQueue('e1')
  expect(await mine()).toMatchObject({ entry: { place: null } })
  isPlaced(7)
  await page.queue.refreshQueue('e1')
  expect(await mine()).toMatchObject({ entry: { place: 7 } })
  await page.queue.refreshQueue('e1')
  expect(backend.count('queue_place')).toBe(2)
})

it('finds the entry that another device made', async () => {
  expect(await page.queue.findMyEntry('e1')).toEqual({ ok: true, value: null })
  backend.entries.set(ASHA, { code: 'CODE9', place: 3, late: true, joined_at: '2026-11-20T10:06:00+00:00' })
  await page.queue.findMyEntry('e1')
  expect(await mine()).toMatchObject({ entry: { code: 'CODE9', place: 3, late: true } })
})

it('shows a place to no other account, and forgets it with its account', async () => {
  await page.queue.joinQueue('e1')
  await page.session.leave(false)
  expect(await mine()).toBeNull()
  await signIn(BINA)
  expect(await mine()).toBeNull()
  await page.queue.joinQueue('e1')
  expect(await mine()).toMatchObject({ entry: { code: 'CODE1' } })
  await page.session.eraseOthers(BINA)
  await signIn(ASHA)
  expect(await mine()).toBeNull()
})

it('says why a queue was not joined, and keeps nothing', async () => {
  backend.queue = null
  expect(await page.queue.joinQueue('e1')).toMatchObject({ ok: false, failure: { code: 'queue_ended' } })
  expect(await mine()).toBeNull()
})

it('reads an event’s queue for visitors; null without one', async () => {
  await page.session.leave(false)
  expect(await page.queue.refreshQueue('e1')).toMatchObject({
    ok: true,
    value: { state: { eventId: 'e1', drawnAt: null }, mine: null },
  })
  expect(await page.queue.joinQueue('e1')).toMatchObject({ ok: false, failure: { code: 'not_signed_in' } })
  backend.queue = null
  expect(await page.queue.refreshQueue('e1')).toEqual({ ok: true, value: { state: null, mine: null } })
})

it('asks again after ten seconds where the answer does not say when', async () => {
  const { again: _again, ...rest } = before
  backend.queue = rest
  expect(await page.queue.refreshQueue('e1')).toMatchObject({ value: { state: { again: 10 } } })
})

it('shows a place that a full device cannot store', async () => {
  await page.queue.joinQueue('e1')
  const makeRoom = fillDevice('meta')
  backend.queue = drawn
  isPlaced(7)
  expect(await page.queue.refreshQueue('e1')).toMatchObject({ ok: true, value: { mine: { entry: { place: 7 } } } })
  makeRoom()
  await page.queue.refreshQueue('e1')
  expect(await mine()).toMatchObject({ entry: { place: 7 } })
})
