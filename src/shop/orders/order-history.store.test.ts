import { beforeEach, expect, it } from 'vitest'
import { orderedLine } from '../../../tests/support/plain-rows.ts'
import { aPicture, ASHA, BINA, deviceWithPage, signInOn, type Page } from '../../../tests/support/device.ts'
import type { FakeBackend } from '../../../tests/support/fake-backend.ts'

let backend: FakeBackend
let page: Page

beforeEach(async () => void ({ backend, page } = await deviceWithPage(ASHA)))

const history = () => page.watch.readOnce(page.orderHistory.watchOrderHistory())

it('reads submitted orders and saved pictures without a network, only for their owner', async () => {
  const order = await page.orders.openOrder([orderedLine()])
  await page.orders.saveForm(order.id, { reference: '412345678901' })
  await page.orders.choosePicture(order.id, aPicture())
  expect(await history()).toEqual({ submitted: [], pictures: new Set([order.id]) })
  await page.orders.submitOrder(order.id)
  backend.calls = []
  expect(await history()).toMatchObject({ submitted: [{ id: order.id }], pictures: new Set([order.id]) })
  expect(backend.calls).toEqual([])
  await signInOn(page, backend, BINA)
  expect(await history()).toEqual({ submitted: [], pictures: new Set() })
})
