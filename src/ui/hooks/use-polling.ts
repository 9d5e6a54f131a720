import { useEffect, useEffectEvent } from 'react'
import { repeat } from '#platform/device/repeat.ts'

/**
 * Runs the newest `work` every `everyMs` milliseconds while the page is in front, and at once when it comes to the
 * front. Null never runs.
 */
export function usePolling(work: () => unknown, everyMs: number | null): void {
  const run = useEffectEvent(work)
  useEffect(() => (everyMs === null ? undefined : repeat(() => run(), everyMs)), [everyMs])
}
