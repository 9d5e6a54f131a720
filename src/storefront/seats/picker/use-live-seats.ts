import { useRef, useState } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { AGAIN_S, refreshSeats, watchSeats, type SeatSnapshot } from '#shop/seats/seats.store.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** At least, after a failure: a server in trouble is asked no more often than it wanted before. */
const RETRY_MS = AGAIN_S * 1_000

export type Snapshots = ReadonlyMap<string, SeatSnapshot>

export interface LiveSeats {
  /** By category, as far as they are known. */
  snapshots: Snapshots
  /** Why the last request failed; null when it succeeded or none has ended. */
  failure: Failure | null
  /** A request runs after one that failed. */
  busy: boolean
  refresh: () => void
}

const none: Snapshots = new Map()

/**
 * Refreshes at once, when the page comes to the front or back online, and as often as the server asks for, ±10 %: the
 * categories that are `near` each time, of the others one in turn.
 */
export function useLiveSeats(ids: readonly string[], near: readonly string[] = ids): LiveSeats {
  const { value } = useWatched(() => watchAll(ids), [ids.join()])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [everyMs, setEveryMs] = useState<number | null>(null)
  // Pages that were opened together must not ask together for ever.
  const [msPerSecond] = useState(() => 900 + 200 * Math.random())
  const turn = useRef(0)

  const refresh = async (fresh = true): Promise<void> => {
    // Alone, and nothing is drawn again when nothing has changed.
    if (failure) setBusy(true)
    const far = ids.filter((id) => !near.includes(id))
    const next = far.length > 0 ? [far[turn.current++ % far.length]!] : []
    const asked = fresh || everyMs === null || failure ? ids : [...near, ...next]
    const results = await Promise.all(asked.map((id) => refreshSeats(id, fresh || failure !== null)))
    const failed = results.find((result) => !result.ok)
    setFailure(failed?.ok === false ? failed.failure : null)
    setBusy(false)
    const again = Math.max(...results.map((result) => (result.ok ? result.value : 0)))
    setEveryMs((before) => (failed ? Math.max(before ?? 0, RETRY_MS) : again * msPerSecond))
  }
  usePolling(refresh, everyMs ?? RETRY_MS, { atOnce: everyMs === null })

  return { snapshots: value ?? none, failure, busy, refresh: () => void refresh() }
}

const watchAll = (ids: readonly string[]): Observable<Snapshots> => ({
  subscribe(next, error) {
    const known = new Map<string, SeatSnapshot>()
    const stops = ids.map((id) =>
      watchSeats(id).subscribe((snapshot) => {
        if (snapshot) known.set(id, snapshot)
        else known.delete(id)
        next(new Map(known))
      }, error),
    )
    return () => stops.forEach((stop) => stop())
  },
})
