import { useState } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import { refreshSeats, watchSeats, type SeatSnapshot } from '#shop/seats/seats.store.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

const REFRESH_MS = 12_000

export interface LiveSeats {
  snapshot: SeatSnapshot | null
  /** Why the last request failed; null when it succeeded or none has ended. */
  failure: Failure | null
  busy: boolean
  refresh: () => void
}

/** Refreshes at once, every 12 s, and when the page comes to the front or back online. */
export function useLiveSeats(categoryId: string): LiveSeats {
  const { value } = useWatched(() => watchSeats(categoryId), [categoryId])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(true)

  const refresh = async (): Promise<void> => {
    setBusy(true)
    const result = await refreshSeats(categoryId)
    setFailure(result.ok ? null : result.failure)
    setBusy(false)
  }
  usePolling(refresh, REFRESH_MS, { atOnce: true })

  return { snapshot: value ?? null, failure, busy, refresh: () => void refresh() }
}
