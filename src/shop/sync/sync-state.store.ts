import type { Failure } from '#platform/failure/failure.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { variable, type Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
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
const page = variable<PageState>({ syncing: false, failure: null })

/** For sync.store.ts: what this page's own sync is doing. */
export const updateSync = (next: Partial<PageState>): void => page.set({ ...page.get(), ...next })

/** When everything was last brought up to date, and whether the server answers. */
export function watchSync(): Observable<SyncState> {
  const marks = watch(async (store) => {
    const catalogue = await catalogueMark(store)
    const ownerId = await ownerIn(store)
    const wallet = ownerId === null ? undefined : await walletMark(store, ownerId)
    return { lastCatalogueSync: catalogue?.at ?? null, lastWalletSync: wallet?.at ?? null }
  })
  const reachable = watchReachable()
  return {
    subscribe(next, error) {
      let found: Pick<SyncState, 'lastCatalogueSync' | 'lastWalletSync'> | undefined
      const send = () => found && next({ ...found, ...page.get(), reachable: reachable.get() })
      const stopMarks = marks.subscribe((value) => {
        found = value
        send()
      }, error)
      const stopReach = reachable.subscribe(send)
      const stopPage = page.subscribe(send)
      return () => {
        stopMarks()
        stopReach()
        stopPage()
      }
    },
  }
}
