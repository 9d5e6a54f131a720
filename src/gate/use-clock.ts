import { watchServerOffset } from '#shop/gate/setup.store.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useState } from 'react'

/** The server's time, read every `everyMs`, and how far this device's clock is behind it, in ms. */
export function useServerNow(everyMs: number): { now: number; offset: number } {
  const offset = useWatched(watchServerOffset, []).value ?? 0
  return { now: useNow(everyMs) + offset, offset }
}

/** ms of performance.now(), read every `everyMs` while the page is visible. */
export function useTicks(everyMs: number): number {
  const [ticks, setTicks] = useState(() => performance.now())
  usePolling(() => setTicks(performance.now()), everyMs)
  return ticks
}
