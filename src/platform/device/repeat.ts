export interface RepeatOptions {
  atOnce?: boolean | undefined
  whileHidden?: boolean | undefined
}

/** Runs `work` every `everyMs` ms while in front, and on return to the front or network; never twice at once. `fresh`
 * is false when it runs because the time has passed. */
export function repeat(
  work: (fresh: boolean) => unknown,
  everyMs: number,
  { atOnce, whileHidden }: RepeatOptions = {},
): () => void {
  let running = false
  const run = async (fresh: boolean): Promise<void> => {
    if (running || (!whileHidden && globalThis.document?.visibilityState === 'hidden')) return
    running = true
    try {
      await work(fresh)
    } finally {
      running = false
    }
  }
  const runNow = (): void => void run(true)
  const listening = new AbortController()
  const timer = setInterval(() => void run(false), everyMs)
  globalThis.document?.addEventListener('visibilitychange', runNow, listening)
  globalThis.addEventListener?.('online', runNow, listening)
  if (atOnce) runNow()
  return () => {
    clearInterval(timer)
    listening.abort()
  }
}
