import { useEffect, useEffectEvent } from 'react'
import { repeat, type RepeatOptions } from '#platform/device/repeat.ts'

/**
 * Runs `work` again and again while this is mounted, as `repeat` does; null never runs, and the newest `work` is the one
 * that runs. `atOnce` also runs it when it begins.
 */
export function usePolling(
  work: () => unknown,
  everyMs: number | null,
  { atOnce, whileHidden }: RepeatOptions = {},
): void {
  const run = useEffectEvent(work)
  useEffect(
    () => (everyMs === null ? undefined : repeat(() => run(), everyMs, { atOnce, whileHidden })),
    [everyMs, atOnce, whileHidden],
  )
}
