import { afterEach, describe, expect, it, vi } from 'vitest'
import { orderedLine, cartItem } from '../../../tests/support/concerts/plain-rows.ts'
import { ASHA, BINA, backend, freshDevice, openTab, page, syncWallet } from '../../../tests/support/device/device.ts'
import { orderOf, aPicture, submissions } from '../../../tests/support/device/orders.ts'
import { pass, settled, until } from '../../../tests/support/device/time.ts'
import { paymentOnServer } from '../../../tests/support/concerts/sale-rows.ts'

let stop: (() => void) | undefined

freshDevice(ASHA)
afterEach(() => {
  stop?.()
  stop = undefined
  page.cart.clearStoredCart()
})

const lineOf = (seats: string[]) => orderedLine({ seats })
const itemOf = (seats: string[], at: number) => cartItem(seats, { id: `e1_c1_${at}`, categoryId: 'c1' })
/** The cart has the seats, the order is held, and its customer has pressed Pay. */
async function pays(seats: string[], made = Date.now() - 60_000) {
  page.cart.changeStoredCart((items) => [...items, itemOf(seats, made)])
  const order = await page.orders.openOrder([lineOf(seats)])
  await page.orders.holdOrder(order.id)
  await page.orders.notePaying(order.id)
  return order
}
const moneyComes = (orderId: string, more: Record<string, unknown> = {}, userId = ASHA) =>
  backend.tables.payments!.push(
    paymentOnServer(orderId, userId, {
      transaction_id: '412356789012',
      screenshot_url: '',
      created_at: new Date(Date.now() + backend.clockOffset).toISOString(),
      ...more,
    }),
  )
/** An order whose payment the page has found. */
const received = async () => {
  const order = await pays(['A1'])
  moneyComes(order.id)
  await page.receivedOrders.findPayment(order.id)
  return order
}
const orders = () => page.watch.readOnce(page.receivedOrders.watchCheckoutOrders())
const payments = () => page.watch.readOnce(page.wallet.watchMyPayments())
const seatsInCart = () => page.cart.readStoredCart().flatMap((item) => item.seats)

describe('asking for the payment of an order', () => {
  it('says that nothing has come, whether the shop would see it, and changes nothing', async () => {
    const order = await pays(['A1'])
    expect(await page.receivedOrders.findPayment(order.id)).toEqual({
      ok: true,
      value: { live: false, demo: false, arrived: 0, paymentId: null },
    })
    backend.proofsAreLive = true
    backend.arrived = 40.5
    expect(await page.receivedOrders.findPayment(order.id)).toEqual({
      ok: true,
      value: { live: true, demo: false, arrived: 4_050, paymentId: null },
    })
    expect((await orders()).drafts).toHaveLength(1)
    expect(seatsInCart()).toEqual(['A1'])
    expect(await payments()).toEqual([])
  })

  it('ends the order as a submission does: payment stored, no draft, no picture, nothing in the cart', async () => {
    const order = await pays(['A1', 'A2'])
    await page.orders.choosePicture(order.id, aPicture())
    moneyComes(order.id, { status: 'approved', reviewed_at: new Date().toISOString() })
    backend.proofsAreLive = true
    expect(await page.receivedOrders.findPayment(order.id)).toMatchObject({ ok: true, value: { live: true } })
    const { drafts, received } = await orders()
    expect(drafts).toEqual([])
    expect(received).toMatchObject([{ id: order.id, state: 'submitted', form: { screenshot: null } }])
    expect(received[0]!.hold).not.toBeNull()
    expect(await payments()).toMatchObject([{ orderId: order.id, status: 'approved', withoutPicture: true }])
    expect(seatsInCart()).toEqual([])
    const store = await page.store.openStore()
    expect(await store.table('pictures').keys()).toEqual([])
    expect(await page.session.unsentOf(ASHA)).toBe(0)
  })

  it('fails like the call, and keeps the order', async () => {
    const order = await pays(['A1'])
    moneyComes(order.id)
    backend.fail({ status: 403, body: { code: 'PT403', message: 'other_user' } }, 'find_order_payment')
    expect(await page.receivedOrders.findPayment(order.id)).toMatchObject({ ok: false, failure: { status: 403 } })
    backend.fail('lost-before', 'find_order_payment')
    expect(await page.receivedOrders.findPayment(order.id)).toMatchObject({
      ok: false,
      failure: { code: 'unreachable' },
    })
    expect((await orders()).drafts).toHaveLength(1)
  })

  it('does not end an order with an answer that cannot be read', async () => {
    const order = await pays(['A1'])
    for (const body of [null, {}, { live: 'yes', payment: null }, { live: true, payment: {} }, []]) {
      backend.fail({ status: 200, body }, 'find_order_payment')
      expect(await page.receivedOrders.findPayment(order.id)).toMatchObject({ ok: false })
    }
    expect((await orders()).drafts).toHaveLength(1)
  })

  it('keeps what was submitted meanwhile, and its picture', async () => {
    const order = await pays(['A1'])
    await page.orders.saveForm(order.id, { reference: '412356789012' })
    await page.orders.choosePicture(order.id, aPicture())
    await page.orders.submitOrder(order.id)
    moneyComes(order.id)
    await page.receivedOrders.findPayment(order.id)
    const stored = await orderOf(order.id)
    expect(stored).toMatchObject({ state: 'submitted' })
    expect(stored?.receivedAt).toBeNull()
    expect(await submissions()).toMatchObject([{ state: 'waiting' }])
    const store = await page.store.openStore()
    expect(await store.table('pictures').keys()).toEqual([order.id])
  })
})

describe('an order whose money came while no page asked', () => {
  it('is ended by the next sync', async () => {
    const order = await pays(['A1'])
    const other = await page.orders.openOrder([lineOf(['B7'])], true)
    moneyComes(order.id)
    stop = page.receivedOrders.settleReceivedOrders()
    await syncWallet()
    await until(async () => (await orders()).received.length === 1)
    expect((await orders()).drafts.map(({ id }) => id)).toEqual([other.id])
    expect(seatsInCart()).toEqual([])
  })

  it('is ended in another tab, too', async () => {
    const order = await pays(['A1'])
    const tab = await openTab()
    const shown: string[][] = []
    const stopTab = tab.receivedOrders.watchCheckoutOrders().subscribe(({ drafts, received }) => {
      shown.push([...drafts.map(({ id }) => `draft ${id}`), ...received.map(({ id }) => `received ${id}`)])
    })
    moneyComes(order.id)
    await page.receivedOrders.findPayment(order.id)
    await until(() => shown.at(-1)?.[0] === `received ${order.id}`)
    // Never in neither list: the checkout would begin another order.
    expect(shown.filter((all) => all.length !== 1)).toEqual([])
    stopTab()
    await tab.store.closeStore()
  })

  it('is ended when the sync was before the page: a crash between both', async () => {
    const order = await pays(['A1'])
    moneyComes(order.id)
    await syncWallet()
    expect((await orders()).drafts).toHaveLength(1)
    stop = page.receivedOrders.settleReceivedOrders()
    await until(async () => (await orders()).drafts.length === 0)
  })

  it('leaves seats that were chosen since in the cart, on a device whose clock is wrong', async () => {
    backend.clockOffset = 7 * 3_600_000
    const order = await pays(['A1', 'A2'])
    moneyComes(order.id)
    vi.setSystemTime(Date.now() + 60_000)
    page.cart.changeStoredCart(() => [itemOf(['A1', 'A3'], Date.now())])
    stop = page.receivedOrders.settleReceivedOrders()
    await syncWallet()
    await until(async () => (await orders()).received.length === 1)
    await settled()
    expect(seatsInCart()).toEqual(['A1', 'A3'])
    expect((await orders()).received[0]!.receivedAt).toBeLessThan(Date.now())
  })

  it('counts as bought where a crash left its line in the cart', async () => {
    await received()
    const [before, since] = [Date.now() - 60_000, Date.now() + 1_000]
    const line = (madeAt: number) => ({ ticketCategoryId: 'c1', seats: ['A1'], madeAt })
    expect(await page.outbox.linesInOpenSubmissions([line(before), line(since)])).toEqual([line(before)])
  })

  it('is open again, begun and at its price, when a restored server no longer has the payment', async () => {
    const order = await received()
    backend.tables.payments = []
    stop = page.receivedOrders.settleReceivedOrders()
    await pass(2_000)
    await syncWallet()
    await until(async () => (await orders()).drafts.length === 1)
    const draft = (await orders()).drafts[0]!
    expect(draft).toMatchObject({ id: order.id, hold: { total: 14_800 } })
    expect(page.drafts.hasBegun(draft)).toBe(true)
    expect(draft?.receivedAt).toBeNull()
  })

  it('is forgotten after a month, when the payment alone tells of it', async () => {
    await received()
    stop = page.receivedOrders.settleReceivedOrders()
    await settled()
    expect((await orders()).received).toHaveLength(1)
    stop()
    vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000)
    stop = page.receivedOrders.settleReceivedOrders()
    await until(async () => (await orders()).received.length === 0)
    expect(await payments()).toHaveLength(1)
  })

  it('stays open when the payment is another person’s', async () => {
    const order = await pays(['A1'])
    moneyComes(order.id, {}, BINA)
    stop = page.receivedOrders.settleReceivedOrders()
    await page.receivedOrders.findPayment(order.id)
    await syncWallet()
    await settled()
    expect((await orders()).drafts).toHaveLength(1)
  })
})
