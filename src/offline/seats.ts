import { takenSeats } from '#backend/seats-api.ts'
import { toFailure } from '#backend/errors.ts'
import { ok, type Result } from '#domain/failure.ts'
import { owner, ownerIn } from './session.ts'
import { openStore } from './store.ts'
import { watch, type Watch } from './watch.ts'
import { without } from './without.ts'

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
export function watchSeats(categoryId: string): Watch<SeatSnapshot | null> {
  return watch(async (store) => {
    const row = await store.table('seats').get(categoryId)
    if (!row || (row.ownerId !== null && row.ownerId !== (await ownerIn(store)))) return null
    return without(row, 'ownerId')
  })
}

/** Asks the server which seats are gone, and keeps the answer. On failure the last one stays. */
export async function refreshSeats(categoryId: string): Promise<Result<SeatSnapshot>> {
  const ownerId = await owner()
  const answer = await takenSeats(categoryId)
  if (!answer.ok) return answer
  const snapshot: SeatSnapshot = { categoryId, ...answer.value }
  if ((await owner()) !== ownerId) return ok(snapshot)
  try {
    const store = await openStore()
    await store.table('seats').put({ ...snapshot, ownerId })
    return ok(snapshot)
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}
