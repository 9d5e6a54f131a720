import { setTimeout as sleep } from 'node:timers/promises'
import { log, nameOfError } from './log.ts'

/** How long stopping waits for work that is under way: a statement that never ends must not keep the shop open. */
const PATIENCE_MS = 500

interface How {
  /** Runs the first time now, not after the first wait. */
  atOnce?: boolean
  patienceMs?: number
}

/**
 * Runs `work` every so often, never twice at once; logs `fault` when it fails, nothing when that is null. `work` may ask
 * whether it should stop early. Returns a stop function that waits a moment for it.
 */
export function every(
  ms: number,
  fault: string | null,
  work: (isStopping: () => boolean) => Promise<void>,
  { atOnce = false, patienceMs = PATIENCE_MS }: How = {},
): () => Promise<void> {
  let underway: Promise<void> | null = null
  let stopped = false
  const run = async (): Promise<void> => {
    try {
      await work(() => stopped)
    } catch (error) {
      if (!stopped && fault !== null) log.warn(`${fault} (${nameOfError(error)}).`)
    }
  }
  const start = (): void => {
    underway ??= run().finally(() => (underway = null))
  }
  const timer = setInterval(start, ms)
  if (atOnce) start()
  return async () => {
    stopped = true
    clearInterval(timer)
    if (!underway) return
    const patience = new AbortController()
    await Promise.race([underway, sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)])
    patience.abort()
  }
}

/** Returns one stop function for several. */
export const stopAll =
  (...stops: (() => Promise<void>)[]): (() => Promise<void>) =>
  async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
