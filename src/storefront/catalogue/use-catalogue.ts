import type { Failure } from '#platform/failure/failure.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { watchSyncedUpcoming } from '#shop/catalogue/catalogue.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { useFailureToast } from '#ui/hooks/use-failure-toast.ts'
import { useDelayedTrue } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useSyncAgain } from '../use-sync-again.ts'
import { whyNothing, EMPTY_STATE_DELAY_MS } from './why-nothing.ts'
import { failedTitle } from './catalogue-failed.tsx'

export type Catalogue =
  | { kind: 'loading' }
  /** Nothing was ever stored, or it cannot be read. */
  | { kind: 'failed'; failure: Failure; retrying: boolean; retry: () => void }
  | { kind: 'ready'; events: CatalogueEvent[]; /** ms; null before the first sync */ updatedAt: number | null }

function useEvents(): Catalogue {
  const { attempt, retrying, retry } = useSyncAgain()
  const { value: upcoming, error } = useWatched(watchSyncedUpcoming, [attempt])
  const events = upcoming?.value
  const updatedAt = upcoming?.syncedAt ?? null
  const { value: sync } = useWatched(watchSync, [])
  const failure = whyNothing({ error: events ? undefined : error, never: updatedAt === null, sync })
  const nothing = useDelayedTrue(events?.length === 0 && (updatedAt !== null || failure !== null), EMPTY_STATE_DELAY_MS)
  if (failure && (nothing || (!events && error !== undefined))) return { kind: 'failed', failure, retrying, retry }
  if (!events || (events.length === 0 && !nothing)) return { kind: 'loading' }
  return { kind: 'ready', events, updatedAt }
}

export function useCatalogue(): Catalogue {
  const catalogue = useEvents()
  const failed = catalogue.kind === 'failed' ? catalogue : null
  const asked = useFailureToast(
    failed && !failed.retrying ? failedTitle(failed.failure) : null,
    catalogue.kind === 'ready',
  )
  const retry = (): void => {
    asked()
    failed?.retry()
  }
  return failed ? { ...failed, retry } : catalogue
}
