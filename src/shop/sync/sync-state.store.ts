import type { Failure } from '#platform/failure/failure.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { variable, type Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { ownerIn, walletMark } from '#shop/people/current-user.store.ts'

export const CATALOGUE_KEY = 'catalogue'

export interface CatalogueMark {
  /** What the device keeps of the catalogue. */
  version: string
  /** Server time before which every change was read, ISO; null when the server did not say. */
  watermark: string | null
  /** Device times of the last full sync and of the last sync, ms. */
  fullAt: number
  at: number
  savedAt: number
  /** The server's history mark (docs/decisions/0025-server-epoch.md); null while it is empty. */
  history: string | null
}

export const catalogueMark = async (store: Store): Promise<CatalogueMark | undefined> =>
  (await store.table('meta').get(CATALOGUE_KEY))?.value as CatalogueMark | undefined

export interface SyncState {
  /** Device time, ms; null before the first sync. */
  lastCatalogueSync: number | null
  /** Of the signed-in account. */
  lastWalletSync: number | null
  syncing: boolean
  reachable: boolean | null
  failure: Failure | null
}

interface PageState {
  syncing: boolean
  failure: Failure | null
}
const page = variable<PageState>({ syncing: false, failure: null })

export const updateSync = (next: Partial<PageState>): void => page.set({ ...page.get(), ...next })

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
