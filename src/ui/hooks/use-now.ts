import { useState } from 'react'
import { usePolling } from './use-polling.ts'

/** How often a page that says something about today or the next hour looks at the clock, in milliseconds. */
const CLOCK_MS = 15_000

/** The device's time in ms, read again every `everyMs` and when the page comes to the front. */
export function useNow(everyMs = CLOCK_MS): number {
  const [now, setNow] = useState(() => Date.now())
  usePolling(() => setNow(Date.now()), everyMs)
  return now
}
