import { describe, expect, it, vi } from 'vitest'
import { orderedLine } from '../../../tests/support/concerts/plain-rows.ts'
import { ASHA, BINA, backend, freshDevice, page, restart, signIn } from '../../../tests/support/device/device.ts'
import { heldOrder, orderOf, aPicture, newestDraft } from '../../../tests/support/device/orders.ts'

const lineOf = (seats: string[]) => orderedLine({ seats })

freshDevice(ASHA)

const fill = async (id: string, reference = '412356789012') => {
  await page.orders.saveForm(id, { reference })
  await page.orders.choosePicture(id, aPicture())
}

describe('an order', () => {
  it('is saved on the device before any request', async () => {
    const order = await page.orders.openOrder([lineOf(['A1'])])
    expect(order).toMatchObject({ ownerId: ASHA, state: 'draft', hold: null })
    expect(order.code).toMatch(/^MF[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(backend.calls).toEqual([])
    expect(await newestDraft()).toEqual(order)
  })

  it('is reused for the same lines, with form and hold', async () => {
    const order = await heldOrder('A1', 'A2')
    await page.orders.saveForm(order.id, { reference: '4123' })
    const again = await page.orders.openOrder([lineOf(['A2', 'A1'])])
    expect(again.id).toBe(order.id)
    expect(again.form.reference).toBe('4123')
    expect(again.hold).not.toBeNull()
  })

  it('keeps its id for other lines, but not its hold', async () => {
    const order = await heldOrder('A1')
    const again = await page.orders.openOrder([lineOf(['B1'])])
    expect(again).toMatchObject({ id: order.id, hold: null, lines: [{ seats: ['B1'] }] })
  })

  it('is new after the last one was submitted', async () => {
    const first = await page.orders.openOrder([lineOf(['A1'])])
    await fill(first.id)
    await page.orders.submitOrder(first.id)
    const second = await page.orders.openOrder([lineOf(['A1'])])
    expect(second.id).not.toBe(first.id)
    expect(second.form).toEqual({ reference: '', sendAnyway: false, screenshot: null })
  })

  it('cannot be opened by a visitor', async () => {
    await page.session.leave(false)
    await expect(page.orders.openOrder([lineOf(['A1'])])).rejects.toThrow('signed-in')
  })

  it('keeps its form after a restart', async () => {
    const order = await page.orders.openOrder([lineOf(['A1'])])
    await page.orders.saveForm(order.id, { reference: '4123' })
    expect(await page.orders.choosePicture(order.id, aPicture())).toEqual({ ok: true, value: 'device' })
    await restart()
    const found = await orderOf(order.id)
    expect(found?.form.reference).toBe('4123')
    const { screenshot } = found!.form
    expect(screenshot).toMatchObject({ name: 'a.webp', size: 4 })
    const picture = await page.pictures.readPicture(order.id, screenshot!)
    expect(picture?.type).toBe('image/webp')
    expect([...new Uint8Array(await picture!.arrayBuffer())]).toEqual([1, 2, 3, 4])
  })
})

describe('a hold', () => {
  it.each([0, 7_200_000, -7_200_000])('ends on the device’s clock, %i ms from the server’s', async (offset) => {
    backend.clockOffset = offset
    const order = await page.orders.openOrder([lineOf(['A1'])])
    const hold = await page.orders.holdOrder(order.id)
    if (!hold.ok) throw new Error(hold.failure.message)
    expect(hold.value.expiresAt - Date.now()).toBeGreaterThan(599_000)
    expect(hold.value.expiresAt - Date.now()).toBeLessThanOrEqual(600_000)
    expect(hold.value).toMatchObject({ subtotal: 10_000, gst: 1_800, fee: 3_000, total: 14_800 })
    expect((await orderOf(order.id))?.hold).toEqual(hold.value)
    const longer = await page.orders.extendHold(order.id)
    if (!longer.ok) throw new Error(longer.failure.message)
    expect(longer.value.extended).toBe(true)
    expect(Math.abs(longer.value.expiresAt - Date.now() - 900_000)).toBeLessThan(1_000)
  })

  it('remains when a new hold fails, and the failure names the lost seats', async () => {
    const order = await heldOrder('A1')
    const lost = [{ ticket_category_id: 'c1', seats: ['A1'] }]
    backend.fail(
      { status: 409, body: { code: 'PT409', message: 'seats_taken', details: JSON.stringify(lost) } },
      'hold_seats',
    )
    expect(await page.orders.holdOrder(order.id)).toMatchObject({
      ok: false,
      failure: { code: 'seats_taken', detail: lost, status: 409 },
    })
    expect((await orderOf(order.id))?.hold).not.toBeNull()
  })
})

describe('submitting', () => {
  it('writes the submission and the order’s state in one transaction', async () => {
    const order = await heldOrder('A1')
    await fill(order.id, ' 4123 5678 9012 ')
    const result = await page.orders.submitOrder(order.id)
    expect(result).toMatchObject({
      ok: true,
      value: { orderId: order.id, reference: '412356789012', amountPaise: 14_800, state: 'waiting', attempts: 0 },
    })
    expect((await orderOf(order.id))?.state).toBe('submitted')
    expect(await page.watch.readOnce(page.watch.watch((store) => store.table('submissions').all()))).toHaveLength(1)
    expect(backend.count('submit_payment')).toBe(0)
  })

  it('saves the sender’s mail address in case the server loses the account before it answers', async () => {
    const order = await page.orders.openOrder([lineOf(['A1'])])
    await fill(order.id)
    await page.orders.submitOrder(order.id)
    const notes = await page.watch.readOnce(page.watch.watch((store) => store.table('meta').all()))
    expect(notes.filter(({ key }) => key.startsWith('mail-of:'))).toHaveLength(1)
  })

  it('returns the same submission twice', async () => {
    const order = await page.orders.openOrder([lineOf(['A1'])])
    await fill(order.id)
    const [first, second] = await Promise.all([page.orders.submitOrder(order.id), page.orders.submitOrder(order.id)])
    expect(second).toEqual(first)
  })

  it.each([
    ['reference', '  ', true],
    ['screenshot', '412356789012', false],
  ])('needs a %s', async (missing, reference, chosen) => {
    const order = await page.orders.openOrder([lineOf(['A1'])])
    await page.orders.saveForm(order.id, { reference })
    if (chosen) await page.orders.choosePicture(order.id, aPicture())
    expect(await page.orders.submitOrder(order.id)).toMatchObject({
      ok: false,
      failure: { code: 'invalid', message: missing },
    })
  })

  it('works after the hold has expired, with its amount', async () => {
    const order = await heldOrder('A1')
    await fill(order.id)
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await page.orders.submitOrder(order.id)).toMatchObject({ ok: true, value: { amountPaise: 14_800 } })
  })
})

it('reads submitted orders and saved pictures without a network, only for their owner', async () => {
  const history = () => page.watch.readOnce(page.orderHistory.watchOrderHistory())
  const order = await page.orders.openOrder([lineOf(['A1'])])
  await fill(order.id)
  expect(await history()).toEqual({ submitted: [], pictures: new Set([order.id]) })
  await page.orders.submitOrder(order.id)
  backend.calls = []
  expect(await history()).toMatchObject({ submitted: [{ id: order.id }], pictures: new Set([order.id]) })
  expect(backend.calls).toEqual([])
  await signIn(BINA)
  expect(await history()).toEqual({ submitted: [], pictures: new Set() })
})
