import { removeOrdered } from '#shop/cart/ordered.store.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { failed, type Result } from '#platform/failure/failure.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { findOrderPayment, readMyPayment, type OrderMoney } from '#shop/payments/payments.api.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { keepPayment } from '#shop/tickets/wallet.store.ts'
import { isReceived, type Order } from './order.ts'
import { changeOrder, dropPicture } from './order-changes.store.ts'
import { draftsAmong, ordersIn } from './order-rows.store.ts'
import { forgetInPage, watchWithPage } from './page-rows.store.ts'

export { payAtDemoBank, type OrderMoney } from '#shop/payments/payments.api.ts'

// Orders whose money came before anything was submitted: the server made the payment by itself.

const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Asks the server once what money has come for an order of this device. If all has, stores its payment and ends the order
 * as a submission does: it is no draft, and its lines leave the cart. Fails as findOrderPayment().
 */
export const findPayment = (orderId: string): Promise<Result<OrderMoney>> =>
  attempt(async () => {
    const asked = Date.now()
    const found = await findOrderPayment(orderId)
    if (!found.ok) return found
    if (found.value.paymentId === null) return found
    const ownerId = await owner()
    if (ownerId === null) return failed('signed_out')
    const payment = await readMyPayment(orderId)
    if (!payment.ok) return payment
    if (!payment.value) return failed('server', 'a payment that cannot be read')
    const kept = await keepPayment(await openStore(), ownerId, payment.value, asked)
    if (!kept.ok) return kept
    await settleReceived()
    return found
  })

export interface CheckoutOrders {
  drafts: Order[]
  /** Ended on this device because their money came. */
  received: Order[]
}

/** Emits both in one value, so that an order which ends is never in neither. */
export const watchCheckoutOrders = (): Observable<CheckoutOrders> =>
  watchWithPage(async (store) => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) return { drafts: [], received: [] }
    const orders = await ordersIn(store, ownerId)
    return { drafts: draftsAmong(orders), received: orders.filter(isReceived) }
  })

/** Ends orders whose payment a sync or another tab has stored. Returns the function that stops it. */
export const settleReceivedOrders = (): (() => void) =>
  watchWithPage(unsettledIn).subscribe(({ paid, lost, old }) => {
    if (paid.length + lost.length + old.length > 0) void settleReceived().catch(() => undefined)
  })

interface Unsettled {
  /** Still open here, although the server has a payment. `at`: when it was recorded, ms on the device's clock. */
  paid: { order: Order; at: number }[]
  /** Ended here, but a restored server no longer has the payment. */
  lost: Order[]
  /** Ended long ago: the payment has all that is shown of them. */
  old: Order[]
}

async function unsettledIn(store: Store): Promise<Unsettled> {
  const ownerId = await ownerIn(store)
  if (ownerId === null) return { paid: [], lost: [], old: [] }
  const orders = await ordersIn(store, ownerId)
  const drafts = orders.filter((order) => order.state === 'draft')
  const received = orders.filter(isReceived)
  const ids = [...drafts, ...received].map((order) => order.id)
  const rows = await store.table('payments').where('orderId', ids)
  const payments = new Map(rows.filter((row) => row.ownerId === ownerId).map((row) => [row.orderId, row]))
  return {
    paid: drafts.flatMap((order) => {
      const payment = payments.get(order.id)
      return payment ? [{ order, at: Date.parse(payment.createdAt) - (order.hold?.serverOffset ?? 0) }] : []
    }),
    lost: received.filter((order) => !payments.has(order.id)),
    old: received.filter((order) => payments.has(order.id) && (order.receivedAt ?? 0) < Date.now() - KEPT_MS),
  }
}

async function settleReceived(): Promise<void> {
  const store = await openStore()
  const { paid, lost, old } = await unsettledIn(store)
  for (const { order, at } of paid) {
    // The order first: the checkout would begin another for lines that no order has.
    await changeOrder(order.id, (now) => (now.state === 'draft' ? ended(now, at) : null), dropPicture)
    forgetInPage(order.id, { picture: true })
    removeOrdered(order.lines, at)
  }
  for (const { id } of lost) await changeOrder(id, (now) => (now.receivedAt === null ? null : reopened(now)))
  await store.table('orders').remove(old.map((order) => order.id))
}

const ended = (order: Order, at: number): Order => ({
  ...order,
  state: 'submitted',
  receivedAt: at,
  form: { ...order.form, screenshot: null },
})

/** Its customer has paid: the order keeps its price and stays in the list. */
const reopened = (order: Order): Order => ({
  ...order,
  receivedAt: null,
  state: 'draft',
  payingAt: order.payingAt ?? order.receivedAt ?? Date.now(),
})
