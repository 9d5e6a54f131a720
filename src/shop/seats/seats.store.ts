import { AGAIN_S, heldSeats, seatAvailability, takenSeats, type SharedSeats, type TakenSeats } from './seats.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import type { SeatsRow } from '#shop/device/schema.ts'
import { serverNowIn } from '#shop/device/shop-clock.ts'
import { openStore } from '#shop/device/store.ts'
import { draftsIn } from '#shop/orders/order-rows.store.ts'
import { ownSubmissions } from '#shop/orders/outbox/submission-rows.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'

export { AGAIN_S }

export type SeatSnapshot = Omit<SeatsRow, 'ownerId'>

/** Sends the last answer for this person, or before signing in for this device; null without one. */
export function watchSeats(categoryId: string): Observable<SeatSnapshot | null> {
  return watch(async (store) => {
    const row = await store.table('seats').get(categoryId)
    if (!row || (row.ownerId !== null && row.ownerId !== (await ownerIn(store)))) return null
    const own = await submittedSince(store, row)
    return {
      ...omit(row, 'ownerId'),
      taken: [...new Set([...row.taken, ...own])],
      mine: row.mine.filter((seat) => !own.includes(seat)),
    }
  })
}

/** Seats submitted after the answer, which cannot include them. */
async function submittedSince(store: Store, { categoryId, at, mine, mineAt }: SeatsRow): Promise<string[]> {
  const behind = Date.now() - (await serverNowIn(store))
  return (await ownSubmissions(store)).flatMap(({ lines, state, submittedAt }) =>
    lines
      .flatMap((line) => (state !== 'refused' && line.ticketCategoryId === categoryId ? line.seats : []))
      .filter((seat) => submittedAt > behind + (mine.includes(seat) ? mineAt : at)),
  )
}

/** No answer is later than this; beyond it, the clock has been set back. */
const MAX_LATE_MS = 60_000
/** A shared answer is at most this old when it is given: servers and caches keep it. */
const MAX_KEPT_MS = 35_000

/** The last shared answers of this page by category; null for one that has none. */
const last = new Map<string, SharedSeats | null>()

/**
 * Reads and stores the taken seats; returns after how many seconds to ask again. On failure the last answer stays. Asks
 * what this account holds when `fresh`, and when that may have changed.
 */
export const refreshSeats = (categoryId: string, fresh = true): Promise<Result<number>> =>
  attempt(async () => {
    const store = await openStore()
    const ownerId = await ownerIn(store)
    const known = last.get(categoryId)
    const begun = Date.now()
    const answer = known === null && !fresh ? ok(null) : await seatAvailability(categoryId, known)
    if (!answer.ok) return answer
    const shared = answer.value
    last.set(categoryId, shared)
    if (!shared) {
      const exact = await takenSeats(categoryId)
      if (!exact.ok) return exact
      await save(store, { ...exact.value, categoryId, ownerId }, exact.value)
      return ok(AGAIN_S)
    }
    const since = shared.seats.at
    // A version can be hours old, but not the answer that names it.
    const at = Math.max(since, (await serverNowIn(store)) - (Date.now() - begun) - MAX_KEPT_MS)
    const seats = { ...shared.seats, categoryId, ownerId, at }
    const row = await rowOf(store, seats)
    const changed = await hasOwnChanged(store, seats, since, row)
    // First, unless it would show the account's own seats as taken: the rest need not wait for the second answer.
    if (!changed) await save(store, seats)
    if (ownerId !== null && (fresh || !row?.mineAt || changed)) {
      const held = await heldSeats(categoryId)
      if (!held.ok) return held
      await save(store, seats, held.value)
    }
    return ok(shared.again)
  })

type Seats = Omit<SeatsRow, 'mine' | 'mineAt'>

/** True when this account may hold other seats than in `row`: one that it held or ordered has changed, or time has passed. */
async function hasOwnChanged(
  store: Store,
  { categoryId, ownerId, at, taken, free }: Seats,
  since: number,
  row: SeatsRow | undefined,
): Promise<boolean> {
  const { mine = [], mineAt = 0, taken: others = [] } = row ?? {}
  if (mine.length > 0 && at - mineAt > MAX_LATE_MS) return true
  if (ownerId === null || since <= mineAt || free !== null) return false
  const ordered = (await draftsIn(store, ownerId)).flatMap(({ lines }) =>
    lines.flatMap((line) => (line.ticketCategoryId === categoryId ? line.seats : [])),
  )
  const before = [...others, ...mine]
  return [...mine, ...ordered].some((seat) => taken.includes(seat) !== before.includes(seat))
}

/** The stored answer for this account, or for visitors. */
async function rowOf(store: Store, { categoryId, ownerId }: Seats): Promise<SeatsRow | undefined> {
  const row = await store.table('seats').get(categoryId)
  return row?.ownerId === ownerId ? row : undefined
}

/** Stores the seats without those `held`, by default as stored before; nothing while they stay as they are. */
const save = (store: Store, seats: Seats, held?: TakenSeats): Promise<void> =>
  store.transact(['seats', 'session'], async () => {
    if ((await ownerIn(store)) !== seats.ownerId) return
    const before = await rowOf(store, seats)
    const late = before ? before.at - seats.at : 0
    // This answer is late, or another tab has stored a newer one.
    if (late > 0 && late <= MAX_LATE_MS) return
    const { mine = [] } = held ?? before ?? {}
    const taken = seats.taken.filter((seat) => !mine.includes(seat))
    const same = before?.free === seats.free && before?.taken.join() === taken.join()
    if (!same || held || Math.abs(late) >= MAX_LATE_MS)
      await store.table('seats').put({ ...seats, taken, mine, mineAt: held?.at ?? before?.mineAt ?? 0 })
  })
