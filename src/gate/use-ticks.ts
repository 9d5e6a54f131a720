import { useState } from 'react'
import { usePolling } from '#ui/hooks/use-polling.ts'

/** ms of performance.now(), read every `everyMs` while the page is visible. */
export function useTicks(everyMs: number): number {
  const [ticks, setTicks] = useState(() => performance.now())
  usePolling(() => setTicks(performance.now()), everyMs)
  return ticks
}
