import { useEffect } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { watchSyncedEvent } from '#shop/catalogue/catalogue.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { useDelayedTrue } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useSyncAgain } from '../../use-sync-again.ts'
import { whyNothing, EMPTY_STATE_DELAY_MS } from '../why-nothing.ts'
import { forgetWrittenEvent, PAGE_STARTED_AT, writtenEvent } from './written-event.ts'

export type EventState =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Failure; retrying: boolean; retry: () => void }
  | { kind: 'missing' }
  /** `onDevice` false: the event the server wrote into the page, without the seats of its halls. */
  | { kind: 'ready'; event: CatalogueEvent; onDevice: boolean }

/** Reads the event from the device, else from the page. It is missing once a newer catalogue does not have it. */
export function useEvent(id: string): EventState {
  const { attempt, retrying, retry } = useSyncAgain()
  const { value: read, error } = useWatched(() => watchSyncedEvent(id), [id, attempt])
  const event = read?.value
  const { value: sync } = useWatched(watchSync, [])
  const written = writtenEvent(id)
  const synced = read?.syncedAt ?? null
  // Offline, an event that was not there before may exist.
  const never = synced === null || sync?.reachable === false
  const failure = whyNothing({ error: event === undefined ? error : undefined, never, sync })
  const known = written ? synced !== null && synced >= PAGE_STARTED_AT : synced !== null || failure !== null
  const nothing = useDelayedTrue(event === null && sync?.syncing === false && known, EMPTY_STATE_DELAY_MS)
  const settled = Boolean(event) || nothing
  // Drops the written event once it is not needed, or when this page is left.
  // oxlint-disable-next-line exhaustive-effect-dependencies -- each event has its own written one
  useEffect(() => (settled ? forgetWrittenEvent() : forgetWrittenEvent), [id, settled])
  if (event) return { kind: 'ready', event, onDevice: true }
  if (failure && event === undefined && error !== undefined) return { kind: 'failed', failure, retrying, retry }
  if (!nothing) return written ? { kind: 'ready', event: written, onDevice: false } : { kind: 'loading' }
  return failure ? { kind: 'failed', failure, retrying, retry } : { kind: 'missing' }
}
