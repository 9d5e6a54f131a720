import { openStore } from '#shop/device/store.ts'

/** Deletes the secret keys that earlier versions stored: gates verify with public ones. Never rejects. */
export async function forgetSecretKeys(): Promise<void> {
  try {
    const store = await openStore()
    await store.transact(['gateLists'], async () => {
      for (const list of await store.table('gateLists').all())
        if (list.keys.some((key) => 'key' in key || 'bytes' in key))
          await store.table('gateLists').put({ ...list, keys: list.keys.filter((key) => key.publicKey !== undefined) })
    })
  } catch {
    // The next round tries again, and a refresh of the list replaces them, too.
  }
}
