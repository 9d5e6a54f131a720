import { setTimeout as sleep } from 'node:timers/promises'
import { log, nameOfError } from '../../log.ts'

/** How long closing waits for work that is under way: a statement that never ends must not keep the shop open. */
const PATIENCE_MS = 500

/** Runs `work` every so often, never twice at once; says `fault` when it fails. Returns a stop function that waits a moment for it. */
export function every(ms: number, fault: string, work: () => Promise<void>): () => Promise<void> {
  let underway: Promise<void> | null = null
  let stopped = false
  const run = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!stopped) log.warn(`${fault} (${nameOfError(error)}).`)
    }
  }
  const timer = setInterval(() => {
    underway ??= run().finally(() => (underway = null))
  }, ms)
  return async () => {
    stopped = true
    clearInterval(timer)
    if (underway) await Promise.race([underway, sleep(PATIENCE_MS, undefined, { ref: false })])
  }
}
