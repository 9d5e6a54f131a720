import { openDatabase, type Connection } from './database.ts'
import { pause, StoreTimeoutError } from '#platform/device/wait.ts'

export { storeHandle } from './store-handle.ts'
export type { Connection }

/** After it was stuck, a first reading has to come within this many milliseconds. */
const PROBE_MS = 3_000

/** What a connection meets after it was opened. */
export interface Fate {
  lost(connection: Connection): void
  stuck(connection: Connection): void
}

export interface ConnectOptions {
  signal: AbortSignal
  withinMs: number
  /** A database that answers nothing for this long is stuck. */
  patienceMs: number
  /** Its predecessor was stuck or suspended: it has to answer before it counts as open. */
  probe: boolean
  fate: Fate
}

/** One attempt to open the device's database. Rejects when it is not open, and answering, within that time. */
export async function connect({ signal, withinMs, patienceMs, probe, fate }: ConnectOptions): Promise<Connection> {
  if (typeof indexedDB === 'undefined' || indexedDB === null) throw new Error('this browser offers no database')
  const attempt = new AbortController()
  const give = (): void => attempt.abort()
  signal.addEventListener('abort', give)
  let opened: Connection | undefined
  try {
    const opening = openDatabase({
      lost: () => opened && fate.lost(opened),
      stuck: () => opened && fate.stuck(opened),
      patienceMs,
      signal: attempt.signal,
    })
    // It may open after all when nobody waits any more.
    opening.then(
      (late) => attempt.signal.aborted && late.abandon(),
      () => undefined,
    )
    opened = await within(withinMs, opening)
    if (probe) await within(PROBE_MS, opened.table('meta').keys())
    return opened
  } catch (error) {
    give()
    opened?.abandon()
    throw error
  } finally {
    signal.removeEventListener('abort', give)
  }
}

/** What `work` resolves with, or a StoreTimeoutError after that time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    pause(ms).then(() => {
      throw new StoreTimeoutError(`no answer after ${ms} ms`)
    }),
  ])
}
