/**
 * Runs `work` every `everyMs` milliseconds while the page is in front, and at once when it comes to the front; not while
 * an earlier run is still under way. Does not run at the start. Returns the way to stop. With `hidden` it also runs while
 * the page is behind others.
 */
export function repeat(work: () => unknown, everyMs: number, { hidden = false } = {}): () => void {
  let running = false
  const run = async (): Promise<void> => {
    if (running || (!hidden && globalThis.document?.visibilityState === 'hidden')) return
    running = true
    try {
      await work()
    } finally {
      running = false
    }
  }
  const runNow = (): void => void run()
  const timer = setInterval(runNow, everyMs)
  globalThis.document?.addEventListener('visibilitychange', runNow)
  return () => {
    clearInterval(timer)
    globalThis.document?.removeEventListener('visibilitychange', runNow)
  }
}
