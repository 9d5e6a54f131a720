import { useState } from 'react'
import { usePolling } from './use-polling.ts'

const CLOCK_MS = 15_000

/** The device's time in ms, read every `everyMs` and when the page becomes visible. */
export function useNow(everyMs = CLOCK_MS): number {
  const [now, setNow] = useState(() => Date.now())
  usePolling(() => setNow(Date.now()), everyMs)
  return now
}
