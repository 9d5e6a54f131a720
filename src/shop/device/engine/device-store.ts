import { openStore } from '../store.ts'
import { LOST_AFTER_MS, OPEN_PATIENCE_MS } from '#platform/device/store-state.ts'
import type { Store } from '../store-types.ts'
import { pause, StoreTimeoutError } from '#platform/device/wait.ts'

/** Opens the device's store for the worker, which cannot use memory. Rejects after ten seconds. */
export async function openDeviceStore(): Promise<Store> {
  for (let waited = 0; ; waited += OPEN_PATIENCE_MS) {
    const store = await openStore()
    if (store.kind === 'device') return store
    if (waited >= LOST_AFTER_MS) throw new StoreTimeoutError('the device’s store could not be opened')
    await pause(OPEN_PATIENCE_MS)
  }
}
