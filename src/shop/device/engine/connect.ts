import { openDatabase, type Connection } from './database.ts'
import { pause, StoreTimeoutError } from '#platform/device/wait.ts'

export { storeHandle } from './store-handle.ts'
export type { Connection }

/** Limit of the first read after a stuck connection, in milliseconds. */
const PROBE_MS = 3_000

export interface Fate {
  lost(connection: Connection): void
  stuck(connection: Connection): void
}

export interface ConnectOptions {
  signal: AbortSignal
  withinMs: number
  patienceMs: number
  /** The previous connection was stuck or suspended: this one must answer before it counts as open. */
  probe: boolean
  fate: Fate
}

/** Makes one attempt to open the database. Rejects when it is not open and answering in time. */
export async function connect({ signal, withinMs, patienceMs, probe, fate }: ConnectOptions): Promise<Connection> {
  if (typeof indexedDB === 'undefined' || indexedDB === null) throw new Error('this browser offers no database')
  const attempt = new AbortController()
  const abortAttempt = (): void => attempt.abort()
  signal.addEventListener('abort', abortAttempt)
  let opened: Connection | undefined
  try {
    const opening = openDatabase({
      lost: () => opened && fate.lost(opened),
      stuck: () => opened && fate.stuck(opened),
      patienceMs,
      signal: attempt.signal,
    })
    // It may still open after the attempt was aborted.
    opening.then(
      (late) => attempt.signal.aborted && late.abandon(),
      () => undefined,
    )
    opened = await within(withinMs, opening)
    if (probe) await within(PROBE_MS, opened.table('meta').keys())
    return opened
  } catch (error) {
    abortAttempt()
    opened?.abandon()
    throw error
  } finally {
    signal.removeEventListener('abort', abortAttempt)
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    pause(ms).then(() => {
      throw new StoreTimeoutError(`no answer after ${ms} ms`)
    }),
  ])
}
