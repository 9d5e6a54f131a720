import type { Connection } from './database.ts'
import type { Noun } from '../schema.ts'
import type { Store, Table } from '../store-types.ts'
import { pause, StoreTimeoutError } from '#platform/device/wait.ts'

export interface Serving {
  /** The memory or connection that serves that epoch's rows; null while the device is opened again. */
  of(epoch: number): Store | Connection | null
  change(): Promise<void>
  isOver(epoch: number): boolean
  failed(connection: Store): void
  /** The connection opened last, even if it is closed. */
  latest(): Connection | null
}

const ATTEMPTS = 3
/** Errors of a connection that is closing or closed, or was closed during a transaction. */
const ENDED = new Set([
  'DatabaseClosedError',
  'AbortError',
  'InvalidStateError',
  'TransactionInactiveError',
  'PrematureCommitError',
  'UnknownError',
  // A step of a transaction whose connection has ended.
  'StoreTimeoutError',
])
/** Those that mean a broken connection while it counts as open. */
const BROKEN = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError'])

const nameOf = (error: unknown): string => (error as { name?: string } | null)?.name ?? ''

const methods = [
  'get',
  'getMany',
  'all',
  'where',
  'keysWhere',
  'atLeast',
  'startsWith',
  'keysStartingWith',
  'count',
  'keys',
  'put',
  'putAll',
  'remove',
  'removeWhere',
  'clear',
] as const satisfies readonly (keyof Table<unknown>)[]

/**
 * Returns a store that outlives its connections: lost work runs again from its beginning on the next one. Rejects once
 * other rows are served, so that no change is stored by half (docs/decisions/0026-webkit.md).
 */
export function storeHandle(epoch: number, kind: Store['kind'], isNew: boolean, serving: Serving): Store {
  const run = <T>(work: (store: Store) => Promise<T>, attempt = 1): Promise<T> => {
    const inside = serving.latest()?.inside() ?? null
    const store = serving.of(epoch)
    // A step must not leave its transaction for another connection.
    if (inside !== null)
      return inside === 'mine' && store === serving.latest() ? work(store as Store) : Promise.reject(gone())
    if (store) return store.kind === 'memory' ? work(store) : onDevice(store, work, attempt)
    if (serving.isOver(epoch)) return Promise.reject(gone())
    return serving.change().then(() => again(work, attempt))
  }
  const onDevice = <T>(store: Store, work: (store: Store) => Promise<T>, attempt: number): Promise<T> =>
    work(store).catch((error: unknown) => {
      if (serving.of(epoch) === store) {
        if (!BROKEN.has(nameOf(error))) throw error
        serving.failed(store)
      } else if (!ENDED.has(nameOf(error))) throw error
      if (attempt >= ATTEMPTS) throw error
      return again(work, attempt + 1)
    })
  // In its own task: Dexie may count this one as part of the transaction that has ended.
  const again = <T>(work: (store: Store) => Promise<T>, attempt: number): Promise<T> =>
    pause(0).then(() => run(work, attempt))

  const tableOf = (noun: Noun): Table<never> =>
    Object.fromEntries(
      methods.map((method) => [
        method,
        (...args: never[]) =>
          run((store) => (store.table(noun)[method] as (...all: never[]) => Promise<never>)(...args)),
      ]),
    ) as never
  const tables = new Map<Noun, Table<never>>()
  return {
    kind,
    isNew,
    table(noun) {
      const found = tables.get(noun) ?? tableOf(noun)
      tables.set(noun, found)
      return found
    },
    transact: (involved, work) => run((store) => store.transact(involved, work)),
    live: (read, next, error) => serving.of(epoch)?.live(read, next, error) ?? (() => undefined),
    close: () => undefined,
  }
}

const gone = (): StoreTimeoutError => new StoreTimeoutError('this store is served no more')
