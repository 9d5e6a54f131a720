import type { GateScanRow } from '../gate-rows.ts'
import type { Store } from '#shop/device/store-types.ts'

/**
 * Scans that others made on this device and did not send, of events that this person holds the list of: whoever works at
 * the event may send them. The others wait for their owner's sign-in.
 */
export async function leftByOthers(store: Store, ownerId: string): Promise<GateScanRow[]> {
  const scans = store.table('gateScans')
  // Nearly always there are none, and counting reads no rows.
  if ((await scans.count('state', ['waiting'])) === (await scans.count('queue', [ownerId]))) return []
  const lists = (await store.table('gateLists').all()).filter((row) => row.ownerId === ownerId)
  const waiting = lists.length > 0 ? await scans.where('state', ['waiting']) : []
  return waiting.filter((row) => row.ownerId !== ownerId && lists.some((list) => list.eventId === row.eventId))
}

/** How many scans this person has to send from here: their own, and those left by others. */
export async function unsentHere(store: Store, ownerId: string): Promise<number> {
  const own = await store.table('gateScans').count('queue', [ownerId])
  return own + (await leftByOthers(store, ownerId)).length
}
