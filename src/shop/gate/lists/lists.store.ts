import { watch } from '#shop/device/observable.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { openStore } from '#shop/device/store.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import type { GateListRow } from '../gate-rows.ts'

export type { GateListRow } from '../gate-rows.ts'

export function watchGateLists(): Observable<GateListRow[]> {
  return watch(async (store) => listsIn(store))
}

export const readGateLists = async (): Promise<GateListRow[]> => listsIn(await openStore())

/** Returns the signed-in person's lists, by date. */
export async function listsIn(store: Store): Promise<GateListRow[]> {
  const [ownerId, rows] = await Promise.all([ownerIn(store), store.table('gateLists').all()])
  return rows
    .filter((row) => row.ownerId === ownerId)
    .sort((a, b) => Date.parse(a.event.date) - Date.parse(b.event.date) || (a.eventId < b.eventId ? -1 : 1))
}
