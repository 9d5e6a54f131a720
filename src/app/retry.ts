import { useEffect, useEffectEvent } from 'react'
import { backoff } from '#platform/time/backoff.ts'
import { watchReachable } from '#shop/device/connectivity.ts'

/**
 * Does `work` until it has worked: now, again with growing waits while it fails (answers false or rejects), and at once
 * when the server answers again or the browser says `online`. One attempt at a time. Returns the way to stop.
 */
export function retryUntilSuccess(work: () => Promise<boolean>): () => void {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false
  let over = false
  const attempt = async (): Promise<void> => {
    if (busy || over) return
    clearTimeout(timer)
    busy = true
    const worked = await work().catch(() => false)
    busy = false
    if (over) return
    if (worked) return end()
    failures += 1
    timer = setTimeout(() => void attempt(), backoff(failures))
  }
  const now = (): void => {
    failures = 0
    void attempt()
  }
  let known = false
  const forget = watchReachable().subscribe((reachable) => {
    // The first call says how it is now; only a change is news.
    if (known && reachable) now()
    known = true
  })
  const end = (): void => {
    over = true
    clearTimeout(timer)
    forget()
    globalThis.removeEventListener?.('online', now)
  }
  globalThis.addEventListener?.('online', now)
  void attempt()
  return end
}

/** Does `work` until it has worked, anew for each `key`; nothing while that is null. */
export function useRetried(work: () => Promise<boolean>, key: string | null): void {
  const run = useEffectEvent(work)
  useEffect(() => (key === null ? undefined : retryUntilSuccess(() => run())), [key])
}
