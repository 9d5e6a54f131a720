export interface RepeatOptions {
  /** Runs at the start, too. */
  atOnce?: boolean
  /** Runs also while the page is behind others. */
  whileHidden?: boolean
}

/**
 * Runs `work` every `everyMs` milliseconds while the page is in front, and at once when it comes to the front or the
 * network comes back; not while an earlier run is still under way. Returns the way to stop.
 */
export function repeat(
  work: () => unknown,
  everyMs: number,
  { atOnce = false, whileHidden = false }: RepeatOptions = {},
): () => void {
  const page = globalThis.document
  let running = false
  const isHidden = (): boolean => page?.visibilityState === 'hidden'
  const run = async (): Promise<void> => {
    if (running || (isHidden() && !whileHidden)) return
    running = true
    try {
      await work()
    } finally {
      running = false
    }
  }
  const runNow = (): void => void run()
  const runInFront = (): void => {
    if (!isHidden()) runNow()
  }
  const timer = setInterval(runNow, everyMs)
  page?.addEventListener('visibilitychange', runInFront)
  globalThis.addEventListener?.('online', runNow)
  if (atOnce) runNow()
  return () => {
    clearInterval(timer)
    page?.removeEventListener('visibilitychange', runInFront)
    globalThis.removeEventListener?.('online', runNow)
  }
}
