import { useState } from 'react'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { watchBroughtUpcoming } from '#shop/catalogue/catalogue.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { useFailureToast } from '#ui/hooks/use-failure-toast.ts'
import { useDelayedTrue } from '#ui/hooks/use-delayed-true.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { failedTitle } from './catalogue-failed.tsx'
import { NOTHING_AFTER_MS } from './nothing-after.ts'

export type Catalogue =
  | { kind: 'loading' }
  /** `reason`: the device's own store failed, or nothing was ever fetched and the backend does not answer. */
  | { kind: 'failed'; reason: 'store' | 'unreachable'; retrying: boolean; retry: () => void }
  | { kind: 'ready'; events: CatalogueEvent[]; /** ms; null before the first sync */ updatedAt: number | null }

function useEvents(): Catalogue {
  const [attempt, setAttempt] = useState(0)
  const [retrying, setRetrying] = useState(false)
  const { value: upcoming, error } = useWatched(watchBroughtUpcoming, [attempt])
  const events = upcoming?.value
  const updatedAt = upcoming?.broughtAt ?? null
  const { value: sync } = useWatched(watchSync, [])
  const retry = (): void => {
    setRetrying(true)
    setAttempt((was) => was + 1)
    // The sync itself is not needed to show what is on the device, so it is not part of this page's code.
    void import('#shop/sync/sync.store.ts')
      .then(({ syncNow }) => syncNow())
      .catch(() => undefined)
      .finally(() => setRetrying(false))
  }
  const away = sync?.reachable === false && !sync.syncing
  const nothing = useDelayedTrue(events?.length === 0 && (updatedAt !== null || away), NOTHING_AFTER_MS)
  if (error !== undefined && !events) return { kind: 'failed', reason: 'store', retrying, retry }
  if (!events || (events.length === 0 && !nothing)) return { kind: 'loading' }
  if (events.length > 0 || updatedAt !== null) return { kind: 'ready', events, updatedAt }
  return { kind: 'failed', reason: 'unreachable', retrying, retry }
}

/** The upcoming events on this device, and what to say while there are none yet: a failure as a toast, too. */
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
