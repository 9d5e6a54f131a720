import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { factsOf, ownOrder, storable } from './order-rows.store.ts'
import { type Order, type OrderedLine, type OrderForm, sameLines, hasBegun, type Hold } from './order.ts'
import { forgetInPage, keepOrderInPage, keepPictureInPage } from './page-rows.store.ts'
import { pictureRow } from '#shop/pictures/pictures.store.ts'
import type { PictureRow } from '#shop/device/schema.ts'
import type { ChosenPicture } from '#shop/pictures/screenshot.ts'
import { openStore } from '#shop/device/store.ts'
import type { Table } from '#shop/device/store-types.ts'
import { extendHold as extendOnServer, holdSeats } from '#shop/seats/seats.api.ts'
import { markTestOrder } from './test-orders.api.ts'
import { codeOfOrder } from '#shop/codes/codes.store.ts'

/** `page`: kept in memory only, because the device could not store it. */
export type Kept = 'device' | 'page'

/** Saves form fields; `screenshot: null` removes the picture. Fails with `storage`, unknown_order. */
export async function saveForm(id: string, patch: Partial<OrderForm>): Promise<Result<Kept>> {
  const drop = patch.screenshot === null
  const saved = await changeOrder(id, (order) => withForm(order, patch), drop ? dropPicture : undefined)
  if (drop && saved.ok) forgetInPage(id, { picture: true })
  return saved
}

/** Saves picture and order in one transaction; 'page' when the device cannot: Submit still sends it. */
export async function choosePicture(id: string, picture: ChosenPicture): Promise<Result<Kept>> {
  const screenshot = factsOf(picture)
  const store = await openStore()
  const order = await ownOrder(store, id).catch(() => null)
  if (!order) return failed('unknown_order')
  const chosen = (now: Order) => withForm(now, { screenshot })
  const stored = await onDevice(id, chosen, (pictures) =>
    pictures.put(pictureRow(id, order.ownerId, picture.bytes, picture.type)),
  )
  if (stored.ok) {
    forgetInPage(id, { order: true, picture: true })
    return stored.value ? ok('device') : failed('unknown_order')
  }
  keepPictureInPage(id, order.ownerId, picture)
  // Remove an earlier picture: it is not the one that will be sent.
  await onDevice(
    id,
    (now) => withForm(now, { screenshot: null }),
    (pictures) => pictures.remove([id]),
  )
  return ok('page')
}

const withForm = (order: Order, patch: Partial<OrderForm>): Order | null =>
  order.state === 'draft' ? { ...order, form: { ...order.form, ...patch } } : null

type PictureChange = (pictures: Table<PictureRow>, id: string) => Promise<void>
export const dropPicture: PictureChange = (pictures, id) => pictures.remove([id])

export const notePaying = (id: string): Promise<Result<Kept>> =>
  changeOrder(id, (order) =>
    order.state === 'draft' && order.payingAt === null ? { ...order, payingAt: Date.now() } : null,
  )

/** Changes the lines of an open order and drops the hold, which was for the old lines. */
export const changeLines = (id: string, lines: OrderedLine[]): Promise<Result<Kept>> =>
  changeOrder(id, (order) => (order.state === 'draft' ? { ...order, lines, hold: null } : null))

/** Takes a code that the server refuses off an order's hold. */
export const dropCode = (id: string): Promise<Result<Kept>> =>
  changeOrder(id, (order) => (order.hold ? { ...order, hold: { ...order.hold, code: null } } : null))

/** Changes the current state of one's own order; `to` returns null for no change. */
export async function changeOrder(
  id: string,
  to: (order: Order) => Order | null,
  picture?: PictureChange,
): Promise<Result<Kept>> {
  const stored = await onDevice(id, to, picture)
  if (stored.ok) {
    if (stored.value) forgetInPage(id, { order: true })
    return stored.value ? ok('device') : failed('unknown_order')
  }
  try {
    const order = await ownOrder(await openStore(), id)
    if (!order) return failed('unknown_order')
    const next = to(order)
    if (next) keepOrderInPage(next)
    return ok('page')
  } catch {
    // Nothing can be read: the form on the screen still has the text.
    return stored
  }
}

/** False without such an order; fails with `storage` when the device did not store it. */
async function onDevice(
  id: string,
  to: (order: Order) => Order | null,
  picture?: PictureChange,
): Promise<Result<boolean>> {
  return attempt(async () => {
    const store = await openStore()
    return await store.transact(['orders', 'pictures', 'session'], async () => {
      const order = await ownOrder(store, id)
      if (!order) return ok(false)
      const next = to(order)
      if (!next) return ok(true)
      await store.table('orders').put(storable(next))
      if (picture) await picture(store.table('pictures'), id)
      return ok(true)
    })
  })
}

/** Holds all seats or none; fails as holdSeats(). On failure an earlier hold remains. */
export const holdOrder = (id: string): Promise<Result<Hold>> =>
  attempt(async () => {
    const store = await openStore()
    const order = await ownOrder(store, id)
    if (!order) return failed('unknown_order')
    const marked = order.isTest ? await markTestOrder(id) : null
    if (marked && !marked.ok) return marked
    // What may have been paid already keeps its price.
    const code = hasBegun(order) && order.hold ? order.hold.code : ((await codeOfOrder(store, order))?.code ?? null)
    const asked = Date.now()
    const answer = await holdSeats(id, order.lines, code)
    if (!answer.ok) return answer
    const { expiresAt, serverTime, extended, subtotal, gst, localTax, fee, feeGst, total, lines } = answer.value
    // Measured from the request: the countdown may end early, never late.
    const serverOffset = serverTime - asked
    const price = { subtotal, gst, localTax, fee, feeGst, total }
    // A changed price stays marked until the customer has finished this order.
    // A code that the customer added or removed is no surprise.
    const sameCode = order.hold?.code === code
    const shown = order.hold && order.hold.total !== total && sameCode ? order.hold.total : order.hold?.instead
    const hold: Hold = {
      expiresAt: expiresAt - serverOffset,
      extended,
      ...price,
      lines,
      serverOffset,
      code,
      instead: shown === total ? null : (shown ?? null),
    }
    const stored = await changeOrder(id, (now) => (sameLines(now.lines, order.lines) ? { ...now, hold } : null))
    return stored.ok ? ok(hold) : stored
  })

/** Extends the hold once; repeating it returns the same end. */
export const extendHold = (id: string): Promise<Result<Hold>> =>
  attempt(async () => {
    const order = await ownOrder(await openStore(), id)
    if (!order?.hold) return failed(order ? 'hold_expired' : 'unknown_order')
    const answer = await extendOnServer(id)
    if (!answer.ok) return answer
    const hold: Hold = { ...order.hold, expiresAt: answer.value - order.hold.serverOffset, extended: true }
    const stored = await changeOrder(id, (now) => (now.hold ? { ...now, hold } : null))
    return stored.ok ? ok(hold) : stored
  })
