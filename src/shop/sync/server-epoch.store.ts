import { sendScansAgain } from '#shop/gate/scans/settle-scans.store.ts'
import type { Store } from '#shop/device/store-types.ts'

/**
 * The server has gone back (a backup was restored): the lists of a gate are asked for whole again, and what was in them
 * stays in use meanwhile; all its scans are sent again. Within the transaction that stores what was then read whole.
 */
export async function beginServerEpoch(store: Store): Promise<void> {
  const lists = await store.table('gateLists').all()
  await store.table('gateLists').putAll(lists.map((list) => ({ ...list, since: null, download: null })))
  await sendScansAgain(store)
}
