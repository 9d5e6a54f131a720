import { useEffect, useState } from 'react'
import { usePolling } from './use-polling.ts'

const CLOCK_MS = 15_000

const MAX_TIMER_MS = 24 * 3_600_000

/** The device's time in ms, read every `everyMs`, when the page becomes visible, and at the moment that `nextAfter`
 * names: the next one (ms) after `now` at which something changes, or null. */
export function useNow(everyMs = CLOCK_MS, nextAfter?: (now: number) => number | null): number {
  const [now, setNow] = useState(() => Date.now())
  usePolling(() => setNow(Date.now()), everyMs)
  const next = nextAfter?.(now) ?? null
  useEffect(() => {
    if (next === null) return
    const tick = (): void => {
      const left = next - Date.now()
      if (left > 0) timer = setTimeout(tick, Math.min(left, MAX_TIMER_MS))
      else setNow(Date.now())
    }
    let timer = setTimeout(tick)
    return () => clearTimeout(timer)
  }, [next])
  return now
}
