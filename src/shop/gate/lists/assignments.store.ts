import { failed, type Result } from '#platform/failure/failure.ts'
import { watch } from '#shop/device/observable.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { openStore } from '#shop/device/store.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { gateEvents } from '../gate.api.ts'
import { readGateLists } from './lists.store.ts'
import type { GateAssignment } from './roster-rows.ts'
import { removeGateLists } from './wipe.store.ts'

const ASSIGNMENTS_KEY = 'gate.assignments'

export interface KnownAssignments {
  ownerId: string
  /** Milliseconds on the device's clock. */
  at: number
  events: GateAssignment[]
}

export function watchAssignments(): Observable<KnownAssignments | null> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    const found = (await store.table('meta').get(ASSIGNMENTS_KEY))?.value as KnownAssignments | undefined
    return found && found.ownerId === ownerId ? found : null
  })
}

/** Fetches the events this person may work at and deletes all other lists. */
export async function refreshAssignments(): Promise<Result<GateAssignment[]>> {
  const ownerId = await owner()
  if (ownerId === null) return failed('signed_out')
  const answer = await gateEvents()
  if (answer.ok) {
    const store = await openStore()
    if ((await owner()) !== ownerId) return failed('signed_out')
    await store.table('meta').put({
      key: ASSIGNMENTS_KEY,
      value: { ownerId, at: Date.now(), events: answer.value } satisfies KnownAssignments,
    })
    const mine = new Set(answer.value.map((event) => event.id))
    const gone = (await readGateLists()).filter((row) => !mine.has(row.eventId))
    await removeGateLists(gone.map((row) => row.eventId))
  } else if (answer.failure.code === 'forbidden') {
    await removeGateLists((await readGateLists()).map((row) => row.eventId))
  }
  return answer
}

export async function assignment(store: Store, eventId: string): Promise<GateAssignment | null> {
  const known = (await store.table('meta').get(ASSIGNMENTS_KEY))?.value as KnownAssignments | undefined
  return known?.events.find((event) => event.id === eventId) ?? null
}
