import type { Failure } from '#platform/failure/failure.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import type { Store, Watch } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { ownerIn, walletMark } from '#shop/people/current-user.store.ts'

/** Where the catalogue's mark stands among the notes. */
export const CATALOGUE_KEY = 'catalogue'

export interface CatalogueMark {
  version: number
  /** Server time before which every change was read, ISO; null when the server did not tell. */
  watermark: string | null
  /** Device time of the last full sync and of the last sync, milliseconds. */
  fullAt: number
  at: number
  /** Device time when the rows were stored. */
  savedAt?: number
  /** Names the server's history as far as it was read. */
  history?: string | null
}

/** What the last sync of the catalogue noted once its rows were stored; undefined before the first. */
export const catalogueMark = async (store: Store): Promise<CatalogueMark | undefined> =>
  (await store.table('meta').get(CATALOGUE_KEY))?.value as CatalogueMark | undefined

export interface SyncState {
  /** Milliseconds on this device's clock; null before the first one. */
  lastCatalogueSync: number | null
  /** Of whoever is signed in. */
  lastWalletSync: number | null
  syncing: boolean
  /** Whether the last request got an answer; null before the first. */
  reachable: boolean | null
  /** Why the last sync of this page failed; null when it did not. */
  failure: Failure | null
}

interface PageState {
  syncing: boolean
  failure: Failure | null
}
let page: PageState = { syncing: false, failure: null }
const pageListeners = new Set<() => void>()

/** For sync.store.ts: what this page's own sync is doing. */
export function tellSync(next: Partial<PageState>): void {
  page = { ...page, ...next }
  for (const listener of pageListeners) listener()
}

/** When everything was last brought up to date, and whether the server answers. */
export function watchSync(): Watch<SyncState> {
  const marks = watch(async (store) => {
    const catalogue = await catalogueMark(store)
    const ownerId = await ownerIn(store)
    const wallet = ownerId === null ? undefined : await walletMark(store, ownerId)
    return { lastCatalogueSync: catalogue?.at ?? null, lastWalletSync: wallet?.at ?? null }
  })
  return {
    subscribe(next, error) {
      let found: Pick<SyncState, 'lastCatalogueSync' | 'lastWalletSync'> | undefined
      let reachable: boolean | null = null
      const send = () => found && next({ ...found, ...page, reachable })
      const stopMarks = marks.subscribe((value) => {
        found = value
        send()
      }, error)
      const stopReach = watchReachable().subscribe((value) => {
        reachable = value
        send()
      })
      pageListeners.add(send)
      return () => {
        stopMarks()
        stopReach()
        pageListeners.delete(send)
      }
    },
  }
}
