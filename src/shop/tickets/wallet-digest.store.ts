import type { Store } from '#shop/device/store-types.ts'
import { walletKey, walletMark } from '#shop/people/current-user.store.ts'

/** Makes the next sync compare all rows, because one was stored outside a sync. Call it in a transaction over `meta`. */
export async function forgetWalletDigest(store: Store, ownerId: string): Promise<void> {
  const mark = await walletMark(store, ownerId)
  if (mark?.digest) await store.table('meta').put({ key: walletKey(ownerId), value: { ...mark, digest: null } })
}
