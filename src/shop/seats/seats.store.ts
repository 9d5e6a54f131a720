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
  /** Server time, ms. */
  at: number
  taken: string[]
  mine: string[]
  /** Of standing places: how many are free, without `mine`. */
  free?: number
}

/** Sends the last answer for this person, or before signing in for this device; null without one. */
export function watchSeats(categoryId: string): Observable<SeatSnapshot | null> {
  return watch(async (store) => {
    const row = await store.table('seats').get(categoryId)
    if (!row || (row.ownerId !== null && row.ownerId !== (await ownerIn(store)))) return null
    const own = await submittedSince(store, row)
    return { ...omit(row, 'ownerId'), taken: [...row.taken, ...own.filter((seat) => !row.taken.includes(seat))] }
  })
}

/** Seats submitted after the answer, which cannot include them. */
async function submittedSince(store: Store, { categoryId, at }: SeatsRow): Promise<string[]> {
  const since = Date.now() - (await serverNowIn(store)) + at
  const lines = (await ownSubmissions(store)).flatMap((row) =>
    row.state !== 'refused' && row.submittedAt > since ? row.lines : [],
  )
  return lines.flatMap((line) => (line.ticketCategoryId === categoryId ? line.seats : []))
}

/** No answer is later than this; beyond it, the clock has been set back. */
const MAX_LATE_MS = 60_000

/** Reads and stores the taken seats. On failure the last answer stays. */
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
      // This answer is late, or another tab has stored a newer one.
      const late = before?.ownerId === ownerId ? before.at - snapshot.at : 0
      if (late > 0 && late <= MAX_LATE_MS) return
      await store.table('seats').put({ ...snapshot, ownerId })
    })
    return ok(snapshot)
  })
