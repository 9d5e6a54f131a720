import { setTimeout as sleep } from 'node:timers/promises'

/** How long a screen may take to show what is expected, on a busy machine. */
const PATIENCE_MS = 30_000
/** Between looks: soon at first, and rarely where the wait is long, since each look costs. */
const [FIRST_MS, LONGER, LAST_MS] = [15, 1.1, 100]

/** Repeats `look` until it returns something else than undefined, and returns that. @throws what `why` says */
export async function until<T>(
  look: () => Promise<T | undefined>,
  why: () => string,
  timeout = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + timeout
  let pause = FIRST_MS
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(why())
    // oxlint-disable-next-line no-await-in-loop -- as above
    await sleep(pause)
    pause = Math.min(pause * LONGER, LAST_MS)
  }
}
