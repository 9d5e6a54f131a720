import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { withSections } from '#shop/catalogue/section-names.store.ts'
import { mergeAnswer } from '#shop/device/merge.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { hasBegun } from '#shop/orders/order.ts'
import { owner, ownerIn } from '#shop/people/current-user.store.ts'
import { releaseSeats } from '#shop/seats/seats.api.ts'
import { joinWaitingList, leaveWaitingList, readMyWaits } from './waits.api.ts'
import type { MyWait, Wait, Wish } from './waits.ts'

export type { MyWait } from './waits.ts'

/** Emits the signed-in person's waits as last read, those that go on first. */
export function watchMyWaits(): Observable<MyWait[]> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    const rows = ownerId === null ? [] : await store.table('waits').where('ownerId', [ownerId])
    const waits = rows.map((row): Wait => omit(omit(row, 'ownerId'), 'savedAt'))
    waits.sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
    const lines = waits.map((wait) => ({ ...wait, wish: wait.seats, seats: wait.offer?.seats ?? [] }))
    return (await withSections(store, lines)).map(({ wish, seats: _seats, ...wait }) => ({ ...wait, seats: wish }))
  })
}

const orderOf = ({ outcome, joinedAt, id }: Wait): string => `${outcome === null ? 0 : 1} ${joinedAt} ${id}`

/** Reads the waits again: others join and leave, and offers come and end. Nothing for a visitor. */
export const syncWaits = (): Promise<Result<null>> =>
  attempt(async () => {
    const asked = Date.now()
    const ownerId = await owner()
    if (ownerId === null) return ok(null)
    const waits = await readMyWaits()
    if (!waits.ok) return waits
    const store = await openStore()
    await store.transact(['waits', 'orders', 'session'], async () => {
      if ((await ownerIn(store)) === ownerId) await mergeWaits(store, ownerId, waits.value, asked)
    })
    return ok(null)
  })

/** Stores the server's waits, in a transaction over `waits` and `orders`. Orders of ended offers go, unless money may have
 * been sent for them. */
export async function mergeWaits(store: Store, ownerId: string, waits: readonly Wait[], asked: number): Promise<void> {
  const table = store.table('waits')
  const held = await table.where('ownerId', [ownerId])
  await mergeAnswer(
    table,
    held,
    waits.map((wait) => ({ ...wait, ownerId })),
    { asked, whole: true },
  )
  const now = await table.where('ownerId', [ownerId])
  const offered = new Set(now.flatMap(({ outcome, offer }) => (outcome === null && offer ? [offer.orderId] : [])))
  const orders = await store.table('orders').where('ownerId', [ownerId])
  const gone = orders.filter(
    (order) => order.ofOffer && order.state === 'draft' && !hasBegun(order) && !offered.has(order.id),
  )
  await store.table('orders').remove(gone.map(({ id }) => id))
}

/** Joins a list and keeps the wait; refusals of joinWaitingList. */
export const joinList = (wish: Wish): Promise<Result<Wait>> =>
  attempt(async () => {
    const ownerId = await owner()
    if (ownerId === null) return failed('not_signed_in')
    const joined = await joinWaitingList(wish)
    if (joined.ok) {
      const store = await openStore()
      await store.transact(['waits', 'session'], async () => {
        if ((await ownerIn(store)) === ownerId)
          await store.table('waits').put({ ...joined.value, ownerId, savedAt: Date.now() })
      })
    } else if (joined.failure.code === 'in_use') await syncWaits()
    return joined
  })

/** Leaves a list; refusals of leaveWaitingList. */
export const leaveList = (waitId: string): Promise<Result<null>> =>
  attempt(async () => {
    const left = await leaveWaitingList(waitId)
    if (left.ok) await endHere((wait) => wait.id === waitId, 'left')
    // Also a refusal says that something has changed.
    await syncWaits()
    return left
  })

/** Declines an offer, which ends the wait: its seats go to the next. Repeatable. */
export const declineOffer = (orderId: string): Promise<Result<null>> =>
  attempt(async () => {
    const released = await releaseSeats(orderId)
    if (released.ok) await endHere((wait) => wait.offer?.orderId === orderId, 'declined')
    await syncWaits()
    return released
  })

/** Ends the waits on this device at once, since the next sync may fail. */
async function endHere(isIt: (wait: Wait) => boolean, outcome: 'left' | 'declined'): Promise<void> {
  const store = await openStore()
  await store.transact(['waits', 'session'], async () => {
    const ownerId = await ownerIn(store)
    const rows = ownerId === null ? [] : await store.table('waits').where('ownerId', [ownerId])
    const ended = { outcome, endedAt: new Date().toISOString(), before: null, offer: null, savedAt: Date.now() }
    await store
      .table('waits')
      .putAll(rows.filter((row) => row.outcome === null && isIt(row)).map((row) => ({ ...row, ...ended })))
  })
}
