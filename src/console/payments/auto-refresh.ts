import { useCallback, useEffect, useRef, useState } from 'react'

/** How often the list is read again by itself, in milliseconds. */
const AUTO_REFRESH_MS = 10_000

/** Reads again every ten seconds while switched on and in front, at once when the page comes back, and on demand. */
export function useAutoRefresh(refresh: () => Promise<unknown>): {
  on: boolean
  setOn: (on: boolean) => void
  /** A reading that somebody asked for is under way. */
  busy: boolean
  now: () => void
} {
  const [on, setOn] = useState(true)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const run = useCallback(async () => {
    if (running.current) return
    running.current = true
    try {
      await refresh()
    } finally {
      running.current = false
    }
  }, [refresh])

  useEffect(() => {
    if (!on) return
    const tick = () => {
      if (document.visibilityState === 'visible') void run()
    }
    const timer = setInterval(tick, AUTO_REFRESH_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [on, run])

  const now = useCallback(() => {
    setBusy(true)
    void run().finally(() => setBusy(false))
  }, [run])

  return { on, setOn, busy, now }
}
