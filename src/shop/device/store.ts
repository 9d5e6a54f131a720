import type { Noun, Rows } from './schema.ts'
import { forgetStoreState, onStoreState, type StoreState } from '#platform/device/store-state.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store, Table } from './store-types.ts'
import { pause } from '#platform/device/wait.ts'

export {
  askToPersist,
  forgetEmptied,
  forgoDevice,
  isDeviceAwaited,
  onStoreSwap,
  type StoreState,
} from '#platform/device/store-state.ts'

/** Pause between attempts to load the engine, in milliseconds: no network, and no worker that has it. */
const AGAIN_MS = 3_000

/** With Dexie a quarter of what a first visit would otherwise wait for; the page's frame is drawn meanwhile. */
const loadEngine = (): Promise<typeof import('./engine/store-engine.ts')> => import('./engine/store-engine.ts')
let opening: Promise<Store> | null = null
let openNow: (() => Promise<Store>) | null = null

/**
 * The store, served by memory while the device's cannot be opened. Never rejects, and resolves within three seconds of
 * its code's arrival.
 */
export function openStore(): Promise<Store> {
  return openNow ? openNow() : (opening ??= begin())
}

async function begin(): Promise<Store> {
  for (;;) {
    try {
      const engine = await loadEngine()
      openNow = engine.openStore
      return await engine.openStore()
    } catch {
      await pause(AGAIN_MS)
    }
  }
}

/** The rows of one noun, once the store is open. */
export const table = async <N extends Noun>(noun: N): Promise<Table<Rows[N]>> => (await openStore()).table(noun)

/** Where rows are kept, for the notice about what is lost with the page. */
export function watchStoreState(): Observable<StoreState> {
  return {
    subscribe(next) {
      void openStore()
      return onStoreState(next)
    },
  }
}

/**
 * Closes the store and forgets it, so that the next use opens it anew.
 * @internal For tests.
 */
export async function closeStore(): Promise<void> {
  await opening
  opening = openNow = null
  await (await loadEngine()).closeStore()
  forgetStoreState()
}
