import type { Noun, Rows } from './schema.ts'
import { forgetStoreState, onStoreState, type StoreState } from '#platform/device/store-state.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store, Table } from './store-types.ts'
import { pause } from '#platform/device/wait.ts'

export {
  askToPersist,
  dismissEmptiedNotice,
  continueWithoutDevice,
  isDeviceAwaited,
  isLasting,
  onStoreReplaced,
  type StoreState,
} from '#platform/device/store-state.ts'

const AGAIN_MS = 3_000

/** Loaded apart: with Dexie it is a quarter of a first visit's code, and the page's frame is drawn meanwhile. */
const loadEngine = (): Promise<typeof import('./engine/store-engine.ts')> => import('./engine/store-engine.ts')
let opening: Promise<Store> | null = null
let openNow: (() => Promise<Store>) | null = null

/** Opens the store, in memory while the device's cannot be opened. Never rejects; resolves within 3 s of loading. */
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

export const table = async <N extends Noun>(noun: N): Promise<Table<Rows[N]>> => (await openStore()).table(noun)

export function watchStoreState(): Observable<StoreState> {
  return {
    subscribe(next) {
      void openStore()
      return onStoreState(next)
    },
  }
}

/** Keeps the session in this page: the device has no room for a new one. */
export const holdSession = async (): Promise<void> => (await loadEngine()).holdSession()

/** Closes the store, so that the next use opens it again.
 * @internal For tests. */
export async function closeStore(): Promise<void> {
  await opening
  opening = openNow = null
  await (await loadEngine()).closeStore()
  forgetStoreState()
}
