import { useState } from 'react'
import type { CatalogueEvent } from '#domain/catalogue.ts'
import { watchEvent } from '#offline/catalogue.ts'
import { watchSync } from '#offline/sync-state.ts'
import { useLasting } from '#ui/use-lasting.ts'
import { useWatched } from '#ui/use-watched.ts'
import { NOTHING_AFTER_MS } from './use-catalogue.ts'

export type EventState =
  | { kind: 'loading' }
  /** `away`: there is no connection, and the event is not on this device. */
  | { kind: 'failed'; away: boolean; retrying: boolean; retry: () => void }
  | { kind: 'missing' }
  | { kind: 'ready'; event: CatalogueEvent }

/** One event from the device. It is missing only when the catalogue can be fetched and does not have it. */
export function useEvent(id: string): EventState {
  const [attempt, setAttempt] = useState(0)
  const [retrying, setRetrying] = useState(false)
  const { value: event, error } = useWatched(() => watchEvent(id), [id, attempt])
  const { value: sync } = useWatched(watchSync, [])
  const retry = (): void => {
    setRetrying(true)
    setAttempt((was) => was + 1)
    // The sync itself is not needed to show what is on the device, so it is not part of this page's code.
    void import('#offline/sync.ts')
      .then(({ syncNow }) => syncNow())
      .catch(() => undefined)
      .finally(() => setRetrying(false))
  }
  const synced = typeof sync?.lastCatalogueSync === 'number'
  const away = sync?.reachable === false
  const nothing = useLasting(event === null && sync?.syncing === false && (synced || away), NOTHING_AFTER_MS)
  if (event) return { kind: 'ready', event }
  if (error !== undefined && event === undefined) return { kind: 'failed', away: false, retrying, retry }
  if (!nothing) return { kind: 'loading' }
  return away ? { kind: 'failed', away, retrying, retry } : { kind: 'missing' }
}
