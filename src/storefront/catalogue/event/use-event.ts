import { useEffect } from 'react'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { watchBroughtEvent } from '#shop/catalogue/catalogue.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { useDelayedTrue } from '#ui/hooks/use-delayed-true.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useSyncAgain } from '../../use-sync-again.ts'
import { NOTHING_AFTER_MS } from '../nothing-after.ts'
import { forgetWrittenEvent, PAGE_BEGAN, writtenEvent } from './written-event.ts'

export type EventState =
  | { kind: 'loading' }
  /** `away`: there is no connection, and the event is not on this device. */
  | { kind: 'failed'; away: boolean; retrying: boolean; retry: () => void }
  | { kind: 'missing' }
  /** `onDevice` false: the event that the server wrote into this page, without the seats of its halls. */
  | { kind: 'ready'; event: CatalogueEvent; onDevice: boolean }

/**
 * One event from the device; until it is there, the one that the server wrote into the page. It is missing only when the
 * catalogue can be fetched and does not have it; a written one only when the catalogue was fetched since.
 */
export function useEvent(id: string): EventState {
  const { attempt, retrying, retry } = useSyncAgain()
  const { value: read, error } = useWatched(() => watchBroughtEvent(id), [id, attempt])
  const event = read?.value
  const { value: sync } = useWatched(watchSync, [])
  const written = writtenEvent(id)
  const synced = read?.broughtAt ?? null
  const away = sync?.reachable === false
  const known = written ? synced !== null && synced >= PAGE_BEGAN : synced !== null || away
  const nothing = useDelayedTrue(event === null && sync?.syncing === false && known, NOTHING_AFTER_MS)
  const settled = Boolean(event) || nothing
  // At once when it is not needed any more, else when the customer leaves the page of this event.
  // oxlint-disable-next-line exhaustive-effect-dependencies -- each event has its own written one
  useEffect(() => (settled ? forgetWrittenEvent() : forgetWrittenEvent), [id, settled])
  if (event) return { kind: 'ready', event, onDevice: true }
  if (error !== undefined && event === undefined) return { kind: 'failed', away: false, retrying, retry }
  if (!nothing) return written ? { kind: 'ready', event: written, onDevice: false } : { kind: 'loading' }
  return away ? { kind: 'failed', away, retrying, retry } : { kind: 'missing' }
}
