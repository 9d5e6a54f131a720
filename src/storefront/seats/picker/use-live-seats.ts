import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import { refreshSeats, watchSeats, type SeatSnapshot } from '#shop/seats/seats.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** How often availability is asked for while a picker is open and the page is in front. */
const refreshEveryMs = 12_000

export interface LiveSeats {
  /** Null while this device knows nothing. */
  snapshot: SeatSnapshot | null
  /** Why the last request brought nothing; null when it did, or none has ended yet. */
  failure: Failure | null
  /** A request is under way. */
  busy: boolean
  refresh: () => void
}

/** Availability as the device has it, kept fresh: at once, every 12 s, on coming back to the page or the network. */
export function useLiveSeats(categoryId: string): LiveSeats {
  const { value } = useWatched(() => watchSeats(categoryId), [categoryId])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(true)

  const refresh = useCallback(async () => {
    setBusy(true)
    const result = await refreshSeats(categoryId)
    setFailure(result.ok ? null : result.failure)
    setBusy(false)
  }, [categoryId])

  useEffect(() => {
    const refreshInFront = (): void => {
      if (document.visibilityState === 'visible') void refresh()
    }
    void refresh()
    const timer = setInterval(refreshInFront, refreshEveryMs)
    document.addEventListener('visibilitychange', refreshInFront)
    addEventListener('online', refreshInFront)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshInFront)
      removeEventListener('online', refreshInFront)
    }
  }, [refresh])

  return { snapshot: value ?? null, failure, busy, refresh: () => void refresh() }
}
