export interface RepeatOptions {
  atOnce?: boolean | undefined
  whileHidden?: boolean | undefined
}

/** Runs `work` every `everyMs` ms while in front, and on return to the front or network; never twice at once. */
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
