import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { watchSyncedUpcoming } from '#shop/catalogue/catalogue.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { useFailureToast } from '#ui/hooks/use-failure-toast.ts'
import { useDelayedTrue } from '#ui/hooks/use-delayed-true.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useSyncAgain } from '../use-sync-again.ts'
import { failedTitle } from './catalogue-failed.tsx'
import { EMPTY_STATE_DELAY_MS } from './nothing-after.ts'

export type Catalogue =
  | { kind: 'loading' }
  /** `store`: reading the device failed. `unreachable`: nothing was ever fetched and the backend does not answer. */
  | { kind: 'failed'; reason: 'store' | 'unreachable'; retrying: boolean; retry: () => void }
  | { kind: 'ready'; events: CatalogueEvent[]; /** ms; null before the first sync */ updatedAt: number | null }

function useEvents(): Catalogue {
  const { attempt, retrying, retry } = useSyncAgain()
  const { value: upcoming, error } = useWatched(watchSyncedUpcoming, [attempt])
  const events = upcoming?.value
  const updatedAt = upcoming?.syncedAt ?? null
  const { value: sync } = useWatched(watchSync, [])
  const away = sync?.reachable === false && !sync.syncing
  const nothing = useDelayedTrue(events?.length === 0 && (updatedAt !== null || away), EMPTY_STATE_DELAY_MS)
  if (error !== undefined && !events) return { kind: 'failed', reason: 'store', retrying, retry }
  if (!events || (events.length === 0 && !nothing)) return { kind: 'loading' }
  if (events.length > 0 || updatedAt !== null) return { kind: 'ready', events, updatedAt }
  return { kind: 'failed', reason: 'unreachable', retrying, retry }
}

export function useCatalogue(): Catalogue {
  const catalogue = useEvents()
  const failed = catalogue.kind === 'failed' ? catalogue : null
  const asked = useFailureToast(
    failed && !failed.retrying ? failedTitle(failed.reason) : null,
    catalogue.kind === 'ready',
  )
  const retry = (): void => {
    asked()
    failed?.retry()
  }
  return failed ? { ...failed, retry } : catalogue
}
