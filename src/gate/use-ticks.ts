import { useState } from 'react'
import { usePolling } from '#ui/hooks/use-polling.ts'

/** Milliseconds of performance.now(), read again every `everyMs` while the page is in front. */
export function useTicks(everyMs: number): number {
  const [ticks, setTicks] = useState(() => performance.now())
  usePolling(() => setTicks(performance.now()), everyMs)
  return ticks
}
