import { useState } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'

const AUTO_REFRESH_MS = 10_000

/** Refreshes every ten seconds while on and in front, at once when the page comes back, and on demand. */
export function useAutoRefresh(refresh: () => Promise<unknown>): {
  on: boolean
  setOn: (on: boolean) => void
  /** A refresh on demand is running. */
  busy: boolean
  now: () => void
} {
  const [on, setOn] = useState(true)
  const { busy, run } = useAction(async () => {
    await refresh()
    return ok(null)
  })
  usePolling(() => (busy ? null : refresh()), on ? AUTO_REFRESH_MS : null)
  return { on, setOn, busy, now: () => void run() }
}
