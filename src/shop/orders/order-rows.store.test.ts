import { describe, expect, it, vi } from 'vitest'
import { orderedLine } from '../../../tests/support/concerts/plain-rows.ts'
import { ASHA, backend, freshDevice, page, restart } from '../../../tests/support/device/device.ts'
import { heldOrder, orderOf } from '../../../tests/support/device/orders.ts'

const lineOf = (...seats: string[]) => orderedLine({ seats })

freshDevice(ASHA)

const codes = async () => (await page.watch.readOnce(page.drafts.watchDrafts())).map((order) => order.code)

const beginnings: [string, (id: string) => Promise<unknown>][] = [
  ['a reference was typed', (id) => page.orders.saveForm(id, { reference: '4123' })],
  ['a UPI app was opened', (id) => page.orders.notePaying(id)],
]

describe('an order that has begun', () => {
  it.each(beginnings)('keeps its lines once %s; other lines open a new order', async (_, begin) => {
    const first = await heldOrder('A1')
    await begin(first.id)
    const before = await orderOf(first.id)
    const second = await page.orders.openOrder([lineOf('B1')])
    expect(second.id).not.toBe(first.id)
    expect(second).toMatchObject({ hold: null, form: { reference: '' } })
    expect(await orderOf(first.id)).toEqual(before)
    expect(await codes()).toHaveLength(2)
  })

  it('is opened unchanged for the same seats', async () => {
    const first = await heldOrder('A1')
    await page.orders.notePaying(first.id)
    const before = await orderOf(first.id)
    await page.orders.openOrder([lineOf('B1')])
    expect(await page.orders.openOrder([{ ...lineOf('A1'), unitPrice: 90_000 }])).toEqual(before)
    expect(await page.orders.openOrder([lineOf('A1')], true)).toEqual(before)
  })

  it('has still begun after a restart', async () => {
    const order = await page.orders.openOrder([lineOf('A1')])
    await page.orders.notePaying(order.id)
    const at = (await orderOf(order.id))?.payingAt
    await restart()
    await page.orders.notePaying(order.id)
    const found = await orderOf(order.id)
    expect(found?.payingAt).toBe(at)
    expect(found && page.drafts.hasBegun(found)).toBe(true)
  })

  it('keeps code and form when its customer changes the lines', async () => {
    const order = await heldOrder('A1')
    await page.orders.saveForm(order.id, { reference: '4123' })
    await page.orders.changeLines(order.id, [lineOf('A2')])
    expect(await orderOf(order.id)).toMatchObject({
      code: order.code,
      hold: null,
      form: { reference: '4123' },
      lines: [{ seats: ['A2'] }],
    })
  })

  it('is deleted when discarded, and its seats are released', async () => {
    const order = await heldOrder('A1')
    await page.orders.notePaying(order.id)
    await page.orders.discardOrder(order.id)
    expect(await codes()).toEqual([])
    expect(backend.count('release_seats')).toBe(1)
  })
})

describe('opening an order apart, as after a rejection', () => {
  it('does not use an order with held seats: its customer may be paying', async () => {
    const first = await heldOrder('A1')
    const before = await orderOf(first.id)
    const second = await page.orders.openOrder([lineOf('B1')], true)
    expect(second.id).not.toBe(first.id)
    expect(await orderOf(first.id)).toEqual(before)
  })

  it('does not take the same number of standing places for the same ones', async () => {
    const first = await page.orders.openOrder([lineOf('1', '2')])
    await page.orders.saveForm(first.id, { reference: '4123' })
    expect((await page.orders.openOrder([lineOf('1', '2')], true)).id).not.toBe(first.id)
    expect((await page.orders.openOrder([lineOf('1', '2')])).id).toBe(first.id)
  })

  it('uses an order without a hold', async () => {
    const first = await page.orders.openOrder([lineOf('A1')])
    expect((await page.orders.openOrder([lineOf('B1')], true)).id).toBe(first.id)
  })
})

it('changes the order that shares seats with the new lines', async () => {
  const first = await page.orders.openOrder([lineOf('A1')])
  await page.orders.holdOrder(first.id)
  vi.setSystemTime(Date.now() + 1000)
  const second = await page.orders.openOrder([lineOf('B1')], true)
  expect((await page.orders.openOrder([lineOf('A1', 'A2')])).id).toBe(first.id)
  expect((await page.orders.openOrder([lineOf('B1', 'B2')])).id).toBe(second.id)
})

describe('a price that changed between two holds', () => {
  it('is kept with the price shown before', async () => {
    const order = await heldOrder('A1')
    expect((await orderOf(order.id))?.hold?.instead).toBeNull()
    vi.setSystemTime(Date.now() + 3_600_000)
    backend.holdTotal = 384
    await page.orders.holdOrder(order.id)
    expect((await orderOf(order.id))?.hold).toMatchObject({ total: 38_400, instead: 14_800 })
    // Another hold at the same price does not clear the earlier price.
    await page.orders.holdOrder(order.id)
    await page.orders.extendHold(order.id)
    expect((await orderOf(order.id))?.hold).toMatchObject({ total: 38_400, instead: 14_800, extended: true })
  })

  it('does not affect a submission without a new hold', async () => {
    const order = await heldOrder('A1')
    await page.orders.notePaying(order.id)
    vi.setSystemTime(Date.now() + 3_600_000)
    backend.holdTotal = 384
    const opened = await page.orders.openOrder([{ ...lineOf('A1'), unitPrice: 30_000 }])
    expect(page.orders.amountOf(opened)).toBe(14_800)
  })
})
