import { sameLines, type OrderLine } from './order-line.ts'
import { hasBegun } from './order-begun.ts'
import { draftsIn } from './order-rows.store.ts'
import type { Order } from './order.ts'
import { watchWithPage } from './page-rows.store.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { isStanding } from '#shop/seats/standing.ts'
import type { Observable } from '#platform/observable/observable.ts'

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
