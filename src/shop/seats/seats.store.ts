import { takenSeats } from './seats.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import type { SeatsRow } from '#shop/device/schema.ts'
import { serverNowIn } from '#shop/device/shop-clock.ts'
import { openStore } from '#shop/device/store.ts'
import { ownSubmissions } from '#shop/orders/outbox/submission-rows.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'

export interface SeatSnapshot {
  categoryId: string
  /** Server time of the answer, in milliseconds. */
  at: number
  /** Every other seat that is held, under review or sold, one's own purchases included. */
  taken: string[]
  /** Held for whoever is signed in. */
  mine: string[]
}

/** The last availability this person (or, before signing in, this device) has seen; null when none. */
export function watchSeats(categoryId: string): Observable<SeatSnapshot | null> {
  return watch(async (store) => {
    const row = await store.table('seats').get(categoryId)
    if (!row || (row.ownerId !== null && row.ownerId !== (await ownerIn(store)))) return null
    const own = await submittedSince(store, row)
    return { ...omit(row, 'ownerId'), taken: [...row.taken, ...own.filter((seat) => !row.taken.includes(seat))] }
  })
}

/** Seats of this category that this person has submitted since the answer was given, which it cannot know of. */
async function submittedSince(store: Store, { categoryId, at }: SeatsRow): Promise<string[]> {
  const since = Date.now() - (await serverNowIn(store)) + at
  const lines = (await ownSubmissions(store)).flatMap((row) =>
    row.state !== 'refused' && row.submittedAt > since ? row.lines : [],
  )
  return lines.flatMap((line) => (line.ticketCategoryId === categoryId ? line.seats : []))
}

/** No answer comes later than this, in milliseconds; what seems to be was told by a clock that has been set back. */
const MAX_LATE_MS = 60_000

/** Asks the server which seats are gone, and keeps the answer. On failure the last one stays. */
export const refreshSeats = (categoryId: string): Promise<Result<SeatSnapshot>> =>
  attempt(async () => {
    const ownerId = await owner()
    const answer = await takenSeats(categoryId)
    if (!answer.ok) return answer
    const snapshot: SeatSnapshot = { categoryId, ...answer.value }
    const store = await openStore()
    await store.transact(['seats', 'session'], async () => {
      if ((await ownerIn(store)) !== ownerId) return
      const before = await store.table('seats').get(categoryId)
      // The answer to an earlier question came late, or from another tab: what is here is newer.
      const late = before?.ownerId === ownerId ? before.at - snapshot.at : 0
      if (late > 0 && late <= MAX_LATE_MS) return
      await store.table('seats').put({ ...snapshot, ownerId })
    })
    return ok(snapshot)
  })
