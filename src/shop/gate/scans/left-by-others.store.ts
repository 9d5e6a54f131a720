import type { GateScanRow } from '../gate-rows.ts'
import type { Store } from '#shop/device/store-types.ts'

/** Returns unsent scans of other accounts on this device, for events that this person has a list of. */
export async function leftByOthers(store: Store, ownerId: string): Promise<GateScanRow[]> {
  const scans = store.table('gateScans')
  // Counting reads no rows, and nearly always there are none.
  if ((await scans.count('state', ['waiting'])) === (await scans.count('queue', [ownerId]))) return []
  const lists = (await store.table('gateLists').all()).filter((row) => row.ownerId === ownerId)
  const waiting = lists.length > 0 ? await scans.where('state', ['waiting']) : []
  return waiting.filter((row) => row.ownerId !== ownerId && lists.some((list) => list.eventId === row.eventId))
}

export async function countUnsentScans(store: Store, ownerId: string): Promise<number> {
  const own = await store.table('gateScans').count('queue', [ownerId])
  return own + (await leftByOthers(store, ownerId)).length
}
