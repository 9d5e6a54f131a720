import { useEffect, useEffectEvent } from 'react'
import { backoff } from '#platform/time/backoff.ts'
import { watchReachable } from '#shop/device/connectivity.ts'

/** Runs `work` at once, after growing waits and when the server or network is back, until it returns true.
 * Returns a function that stops it. */
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
    // The first call is the state, not a change.
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

/** Runs `work` until it returns true, again for each new `key`; null runs nothing. */
export function useRetried(work: () => Promise<boolean>, key: string | null): void {
  const run = useEffectEvent(work)
  useEffect(() => (key === null ? undefined : retryUntilSuccess(() => run())), [key])
}
