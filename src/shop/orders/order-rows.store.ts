import { type Order, type OrderScreenshot, sameLines, type OrderLine, hasBegun } from './order.ts'
import { pageOrder, pageOrders, pagePicture, watchWithPage } from './page-rows.store.ts'
import type { ChosenPicture } from '#shop/pictures/screenshot.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { isStanding } from '#shop/seats/standing.ts'
import type { Observable } from '#platform/observable/observable.ts'

export async function draftsIn(store: Store, ownerId: string): Promise<Order[]> {
  return draftsAmong(await ordersIn(store, ownerId))
}

/** Returns the newest first. */
export const draftsAmong = (orders: readonly Order[]): Order[] =>
  orders
    .filter((order) => order.state === 'draft')
    .map(withPagePicture)
    .sort((a, b) => b.createdAt - a.createdAt)

/** Returns drafts and submitted orders, including those that only this page keeps. */
export async function ordersIn(store: Store, ownerId: string): Promise<Order[]> {
  const mine = new Map((await store.table('orders').where('ownerId', [ownerId])).map((order) => [order.id, order]))
  for (const order of pageOrders()) if (order.ownerId === ownerId) mine.set(order.id, order)
  return [...mine.values()]
}

/** Returns one's own order. Also inside a transaction over `orders` and `session`. */
export async function ownOrder(store: Store, id: string): Promise<Order | null> {
  // First, because it rejects when the device cannot be read, which is not the same as no order.
  const ownerId = await ownerIn(store)
  const order = pageOrder(id) ?? (await store.table('orders').get(id))
  return order?.ownerId === ownerId ? withPagePicture(order) : null
}

function withPagePicture(order: Order): Order {
  const here = order.state === 'draft' ? pagePicture(order.id) : undefined
  return here ? { ...order, form: { ...order.form, screenshot: { ...factsOf(here), kept: 'page' } } } : order
}

export const factsOf = ({ bytes, name, chosenAt, sha256, type }: ChosenPicture): OrderScreenshot => ({
  name,
  chosenAt,
  sha256,
  type,
  size: bytes.byteLength,
})

/** Removes a picture that only this page has. */
export const storable = (order: Order): Order =>
  order.form.screenshot?.kept ? { ...order, form: { ...order.form, screenshot: null } } : order

export { hasBegun }

export const watchDrafts = (): Observable<Order[]> =>
  watchWithPage(async (store) => {
    const ownerId = await ownerIn(store)
    return ownerId === null ? [] : draftsIn(store, ownerId)
  })

/** Returns the open order with exactly these seats; one that has begun comes first. An offer's is not the cart's. */
export function draftFor(drafts: readonly Order[], lines: readonly OrderLine[]): Order | null {
  const same = drafts.filter((order) => !order.ofOffer && sameLines(order.lines, lines))
  return same.find(hasBegun) ?? same[0] ?? null
}

/** Returns the open order for these lines: same seats, else one not begun; with `apart` not one with held seats, nor one
 * whose standing places are the same only in number. */
export function draftToUse(drafts: readonly Order[], lines: readonly OrderLine[], apart: boolean): Order | null {
  const now = Date.now()
  const free = drafts.filter(
    (order) => !order.ofOffer && !hasBegun(order) && !(apart && order.hold && order.hold.expiresAt > now),
  )
  if (apart && lines.some(({ seats }) => isStanding(seats))) return free[0] ?? null
  return draftFor(drafts, lines) ?? free.find((order) => sharesSeats(order.lines, lines)) ?? free[0] ?? null
}

export const sharesSeats = (a: readonly OrderLine[], b: readonly OrderLine[]): boolean =>
  a.some((line) =>
    b.some(
      (other) =>
        other.ticketCategoryId === line.ticketCategoryId && other.seats.some((seat) => line.seats.includes(seat)),
    ),
  )
