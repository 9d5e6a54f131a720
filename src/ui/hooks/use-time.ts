import { useEffect, useEffectEvent, useState } from 'react'
import { repeat, type RepeatOptions } from '#platform/device/repeat.ts'

/** Runs the newest `work` repeatedly while mounted, as `repeat` does; null never. `atOnce` also runs it at first. */
export function usePolling(
  work: (fresh: boolean) => unknown,
  everyMs: number | null,
  { atOnce, whileHidden }: RepeatOptions = {},
): void {
  const run = useEffectEvent(work)
  useEffect(
    () => (everyMs === null ? undefined : repeat((fresh) => run(fresh), everyMs, { atOnce, whileHidden })),
    [everyMs, atOnce, whileHidden],
  )
}

const CLOCK_MS = 15_000

const MAX_TIMER_MS = 24 * 3_600_000

/**
 * Returns the device's time in ms, read every `everyMs`, when the page becomes visible, and at the moment that
 * `nextAfter` names: the next one (ms) after `now` at which something changes, or null.
 */
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

export function useDelayedTrue(condition: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [condition, ms])
  return condition && lasting
}
