import { useState } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import { AGAIN_S, refreshSeats, watchSeats, type SeatSnapshot } from '#shop/seats/seats.store.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** At least, after a failure: a server in trouble is asked no more often than it wanted before. */
const RETRY_MS = AGAIN_S * 1_000

export interface LiveSeats {
  snapshot: SeatSnapshot | null
  /** Why the last request failed; null when it succeeded or none has ended. */
  failure: Failure | null
  /** A request runs after one that failed. */
  busy: boolean
  refresh: () => void
}

/** Refreshes at once, when the page comes to the front or back online, and as often as the server asks for, ±10 %. */
export function useLiveSeats(categoryId: string): LiveSeats {
  const { value } = useWatched(() => watchSeats(categoryId), [categoryId])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [everyMs, setEveryMs] = useState<number | null>(null)
  // Pages that were opened together must not ask together for ever.
  const [msPerSecond] = useState(() => 900 + 200 * Math.random())

  const refresh = async (fresh = true): Promise<void> => {
    // Alone, and nothing is drawn again when nothing has changed.
    if (failure) setBusy(true)
    const result = await refreshSeats(categoryId, fresh || failure !== null)
    setFailure(result.ok ? null : result.failure)
    setBusy(false)
    setEveryMs((before) => (result.ok ? result.value * msPerSecond : Math.max(before ?? 0, RETRY_MS)))
  }
  usePolling(refresh, everyMs ?? RETRY_MS, { atOnce: everyMs === null })

  return { snapshot: value ?? null, failure, busy, refresh: () => void refresh() }
}
