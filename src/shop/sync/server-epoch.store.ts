import { sendScansAgain } from '#shop/gate/scans/settle-scans.store.ts'
import type { Store, Watch } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'

/** In `meta`. */
const EPOCH_KEY = 'server.epoch'

/**
 * Names the server's history as this device knows it: another value each time the server was found without what it had
 * said before (a backup was restored). Null while that never happened. What was read of the server before it changed may
 * be ahead of the server, and is read whole again.
 */
export const serverEpochIn = async (store: Store): Promise<string | null> => {
  const found = (await store.table('meta').get(EPOCH_KEY))?.value
  return typeof found === 'string' ? found : null
}

export const watchServerEpoch = (): Watch<string | null> => watch(serverEpochIn)

/**
 * The server has gone back: notes another epoch, has the lists of a gate asked for whole again (what was in them stays in
 * use meanwhile), and has all its scans sent again. Within a transaction over meta, gateLists and gateScans: the one that
 * stores what was then read whole.
 */
export async function beginServerEpoch(store: Store): Promise<void> {
  const lists = await store.table('gateLists').all()
  await store.table('gateLists').putAll(lists.map((list) => ({ ...list, since: null, download: null })))
  await sendScansAgain(store)
  await store.table('meta').put({ key: EPOCH_KEY, value: crypto.randomUUID() })
}
