import { expect, it, vi } from 'vitest'
import { orderedLine } from '../../../tests/support/concerts/plain-rows.ts'
import { ASHA, backend, freshDevice, page, restart, signIn } from '../../../tests/support/device/device.ts'
import { orderOf } from '../../../tests/support/device/orders.ts'

const OFFER = 'dddddddd-0000-4000-8000-000000000001'
const line = orderedLine({ seats: ['B12', 'B13'] })
const row = (more: object = {}) => ({
  wait_id: 'w1',
  event_id: 'e1',
  event_name: 'Singer - Mumbai',
  event_date: '2026-12-05T14:00:00+00:00',
  ticket_category_id: 'c1',
  category: 'Gold',
  is_standing: false,
  seats: 2,
  together: true,
  joined_at: '2026-11-19T10:00:00+00:00',
  outcome: null,
  ended_at: null,
  before: 3,
  offer: null,
  ...more,
})
const offered = row({
  before: 0,
  offer: {
    order_id: OFFER,
    order_code: 'MFTEST0000',
    state: 'open',
    seats: ['B12', 'B13'],
    until: '2026-11-20T11:00:00+00:00',
    lines: [{ ticket_category_id: 'c1', seats: ['B12', 'B13'] }],
    total: 2_998.5,
  },
})

freshDevice(ASHA)

const waits = () => page.watch.readOnce(page.waits.watchMyWaits())
const order = () => orderOf(OFFER)
const read = async () => {
  vi.setSystemTime(Date.now() + 1_000)
  return page.waits.syncWaits()
}

it('keeps the place in the list for a time without a network', async () => {
  backend.waits = [row()]
  expect(await page.waits.joinList({ ticketCategoryId: 'c1', seats: 2, together: true })).toMatchObject({ ok: true })
  await restart()
  backend.fail('lost-before', 'my_waits', 9)
  expect((await read()).ok).toBe(false)
  expect(await waits()).toMatchObject([{ id: 'w1', seats: 2, before: 3, outcome: null, offer: null }])
})

it('says why a list was not joined, and keeps nothing', async () => {
  const joined = await page.waits.joinList({ ticketCategoryId: 'c1', seats: 2, together: true })
  expect(joined).toMatchObject({ ok: false, failure: { code: 'not_sold_out' } })
  expect(await waits()).toEqual([])
})

it('reads an offer in paise, with the sync of the wallet too', async () => {
  backend.waits = [offered]
  await page.walletSync.syncWallet()
  expect(await waits()).toMatchObject([
    { offer: { orderId: OFFER, total: 299_850, until: '2026-11-20T11:00:00.000Z' } },
  ])
})

it('adopts the order of an offer once, which no cart takes over', async () => {
  const adopted = await page.orders.adoptOrder(OFFER, [line])
  expect(adopted).toMatchObject({ ok: true, value: { id: OFFER, ofOffer: true, hold: null, state: 'draft' } })
  await page.orders.holdOrder(OFFER)
  await page.orders.saveForm(OFFER, { reference: '4123' })
  await page.orders.adoptOrder(OFFER, [line])
  expect(await order()).toMatchObject({ form: { reference: '4123' }, hold: { total: 14_800 } })
  expect((await page.orders.openOrder([line])).id).not.toBe(OFFER)
})

it('forgets the order of an ended offer, unless money may have been sent for it', async () => {
  backend.waits = [offered]
  await read()
  await page.orders.adoptOrder(OFFER, [line])
  await read()
  expect(await order()).not.toBeNull()
  backend.waits = [row({ outcome: 'lapsed', ended_at: '2026-11-20T11:00:00+00:00', before: null })]
  await read()
  expect(await order()).toBeNull()
  await page.orders.adoptOrder(OFFER, [line])
  await page.orders.notePaying(OFFER)
  await read()
  expect(await order()).toMatchObject({ id: OFFER })
})

it('leaves a list and declines an offer, which it knows before the server says so', async () => {
  backend.waits = [row()]
  await read()
  vi.setSystemTime(Date.now() + 1_000)
  expect((await page.waits.leaveList('w1')).ok).toBe(true)
  expect((await waits()).filter(({ outcome }) => outcome === null)).toEqual([])
  backend.waits = [offered]
  await read()
  vi.setSystemTime(Date.now() + 1_000)
  backend.fail('lost-before', 'my_waits', 9)
  expect((await page.waits.declineOffer(OFFER)).ok).toBe(true)
  expect(backend.count('release_seats')).toBe(1)
  expect(await waits()).toMatchObject([{ outcome: 'declined', offer: null }])
})

it('shows a person’s waits to no other on the same device', async () => {
  backend.waits = [row()]
  await read()
  await page.session.leave(false)
  await signIn('bbbbbbbb-0000-4000-8000-000000000002')
  expect(await waits()).toEqual([])
})
