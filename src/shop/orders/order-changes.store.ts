import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { factsOf, ownOrder, storable } from './order-rows.store.ts'
import type { Order, OrderedLine, OrderForm } from './order.ts'
import { forgetInPage, keepOrderInPage, keepPictureInPage } from './page-rows.store.ts'
import { pictureRow } from '#shop/pictures/pictures.store.ts'
import type { PictureRow } from '#shop/device/schema.ts'
import type { ChosenPicture } from '#shop/pictures/screenshot.ts'
import { openStore } from '#shop/device/store.ts'
import type { Table } from '#shop/device/store-types.ts'

/** Where something is kept: on the device, or by this page alone because the device could not. */
export type Kept = 'device' | 'page'

/** Keeps what was typed; `screenshot: null` takes the picture away. Fails with `storage` when not even a page can. */
export async function saveForm(id: string, patch: Partial<OrderForm>): Promise<Result<Kept>> {
  const drop = patch.screenshot === null
  const saved = await changeOrder(id, (order) => withForm(order, patch), drop ? dropPicture : undefined)
  if (drop && saved.ok) forgetInPage(id, { picture: true })
  return saved
}

/**
 * Keeps the chosen picture with its order, in one transaction. Where the device cannot, this page keeps it ('page'):
 * it is gone when the page is, and Submit sends it from there.
 */
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
  // An earlier picture is not the one that will be sent: as far as the device lets it go.
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
const dropPicture: PictureChange = (pictures, id) => pictures.remove([id])

/** Notes that the customer goes to pay for it, before they leave; again changes nothing. */
export const notePaying = (id: string): Promise<Result<Kept>> =>
  changeOrder(id, (order) =>
    order.state === 'draft' && order.payingAt === undefined ? { ...order, payingAt: Date.now() } : null,
  )

/** Gives an open order other lines, as its customer chose on its own page: id and form stay, the hold is for the old ones. */
export const changeLines = (id: string, lines: OrderedLine[]): Promise<Result<Kept>> =>
  changeOrder(id, (order) => (order.state === 'draft' ? { ...order, lines, hold: null } : null))

/** Changes one's own order as it is at that moment; `to` may answer null for 'leave it'. */
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
    // Not even readable: whoever typed still has it on the screen.
    return stored
  }
}

/** False when there is no such order of theirs; a failure (`storage`) when the device did not take it. */
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
