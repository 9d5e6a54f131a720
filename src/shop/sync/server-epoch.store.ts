import { sendScansAgain } from '#shop/gate/scans/settle-scans.store.ts'
import type { Store } from '#shop/device/store-types.ts'

/** Requests all gate lists and sends all scans again after a restore. Runs in the catalogue's transaction. */
export async function beginServerEpoch(store: Store): Promise<void> {
  const lists = await store.table('gateLists').all()
  await store.table('gateLists').putAll(lists.map((list) => ({ ...list, since: null, download: null })))
  await sendScansAgain(store)
}
