import { useEffect, useEffectEvent } from 'react'
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
