import { useEffect, useEffectEvent } from 'react'
import { repeat } from '#platform/device/repeat.ts'

/**
 * Runs `work` every `everyMs` milliseconds while this is mounted and the page is in front, and at once when it comes to
 * the front; with `atOnce` also at the mount, with `hidden` also while the page is behind others. Null never runs. The
 * newest `work` is the one that runs.
 */
export function usePolling(
  work: () => unknown,
  everyMs: number | null,
  { atOnce = false, hidden = false }: { atOnce?: boolean; hidden?: boolean } = {},
): void {
  const newest = useEffectEvent(work)
  useEffect(() => {
    if (everyMs === null) return
    if (atOnce) void newest()
    return repeat(() => newest(), everyMs, { hidden })
  }, [everyMs, atOnce, hidden])
}
