import type { Failure } from '#platform/failure/failure.ts'
import type { SyncState } from '#shop/sync/sync-state.store.ts'

interface Read {
  /** Of the device; undefined without one. */
  error: unknown
  /** No sync has ever brought these rows. */
  never: boolean
  sync: Pick<SyncState, 'syncing' | 'reachable' | 'failure'> | undefined
}

/** Why a page has nothing to show: the device, the network or the shop. Null while it may still come. */
export function whyNothing({ error, never, sync }: Read): Failure | null {
  if (error !== undefined) return { code: 'storage', message: String(error) }
  if (!never || !sync || sync.syncing) return null
  return sync.failure ?? (sync.reachable === false ? { code: 'unreachable', message: 'no answer' } : null)
}

/** Delay before 'Nothing there', in ms: a sync's mark and its rows arrive one after the other. */
export const EMPTY_STATE_DELAY_MS = 400
