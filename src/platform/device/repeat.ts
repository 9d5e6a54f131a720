export interface RepeatOptions {
  /** Runs at the start, too. */
  atOnce?: boolean | undefined
  /** Runs also while the page is behind others. */
  whileHidden?: boolean | undefined
}

/**
 * Runs `work` every `everyMs` milliseconds while the page is in front, and at once when it comes to the front or the
 * network comes back; one run at a time. Returns the way to stop.
 */
export function repeat(work: () => unknown, everyMs: number, { atOnce, whileHidden }: RepeatOptions = {}): () => void {
  let running = false
  const run = async (): Promise<void> => {
    if (running || (!whileHidden && globalThis.document?.visibilityState === 'hidden')) return
    running = true
    try {
      await work()
    } finally {
      running = false
    }
  }
  const runNow = (): void => void run()
  const listening = new AbortController()
  const timer = setInterval(runNow, everyMs)
  globalThis.document?.addEventListener('visibilitychange', runNow, listening)
  globalThis.addEventListener?.('online', runNow, listening)
  if (atOnce) runNow()
  return () => {
    clearInterval(timer)
    listening.abort()
  }
}
