import { afterEach, beforeEach, expect, it } from 'vitest'
import { plainLine } from '../../../tests/support/plain-rows.ts'
import { newDevice, openPage, signInOn, type Page } from '../../../tests/support/device.ts'
import type { FakeBackend } from '../../../tests/support/fake-backend.ts'

const ASHA = 'aaaaaaaa-0000-4000-8000-000000000001'
const BINA = 'bbbbbbbb-0000-4000-8000-000000000002'
let backend: FakeBackend
let page: Page

beforeEach(async () => {
  backend = await newDevice()
  page = await openPage(backend)
  await signInOn(page, backend, ASHA)
})
afterEach(async () => page.store.closeStore())

const history = () => page.watch.readOnce(page.orderHistory.watchOrderHistory())

it('reads submitted orders and saved pictures without a network, only for their owner', async () => {
  const line = { ticketCategoryId: 'c1', seats: ['A1'], eventId: 'e1', eventName: 'Meera - Mumbai' }
  const about = {
    categoryName: 'Gold',
    date: '2026-12-05T14:00:00.000Z',
    venue: 'Hall',
    unitPrice: 10_000,
    ...plainLine,
  }
  const order = await page.orders.openOrder([{ ...line, ...about }])
  await page.orders.saveForm(order.id, { reference: '412345678901' })
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const picture = { name: 'a.png', chosenAt: 5, sha256: 'ab', type: 'image/png', bytes }
  await page.orders.choosePicture(order.id, picture)
  expect(await history()).toEqual({ submitted: [], pictures: new Set([order.id]) })
  await page.orders.submitOrder(order.id)
  backend.calls = []
  expect(await history()).toMatchObject({ submitted: [{ id: order.id }], pictures: new Set([order.id]) })
  expect(backend.calls).toEqual([])
  await signInOn(page, backend, BINA)
  expect(await history()).toEqual({ submitted: [], pictures: new Set() })
})
