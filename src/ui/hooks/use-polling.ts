import { useEffect, useRef } from 'react'
import { repeat } from '#platform/device/repeat.ts'

/**
 * Runs `work` every `everyMs` milliseconds while this is mounted and the page is in front, and at once when it comes to
 * the front. Null never runs. The newest `work` is the one that runs.
 */
export function usePolling(work: () => unknown, everyMs: number | null): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => (everyMs === null ? undefined : repeat(() => latest.current(), everyMs)), [everyMs])
}
