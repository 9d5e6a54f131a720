import type { Connection } from './database.ts'
import type { Noun } from '../schema.ts'
import type { Store, Table } from '../store-types.ts'
import { pause, StoreTimeoutError } from '#platform/device/wait.ts'

/** How shop/device/store.ts serves handles: what is asked goes to whatever has the rows now. */
export interface Serving {
  /** The memory or connection that has the rows of that epoch now; null while the device is opened again. */
  of(epoch: number): Store | Connection | null
  /** Resolves when `of` has changed. */
  change(): Promise<void>
  /** The rows of that epoch are served no more. */
  isOver(epoch: number): boolean
  /** The connection answered with an error of its own: it is of no more use. */
  failed(connection: Store): void
  /** The connection last opened, open or not. */
  latest(): Connection | null
}

/** Attempts at one reading or writing, each on a connection of its own. */
const ATTEMPTS = 3
/** What a connection says that is closing or closed, or that was closed under a transaction. */
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
/** Of these, what one says that is open for all we know. */
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
 * The store as everybody uses it: it outlives the connection. What a lost connection left undone is done again on the
 * next one, from the beginning: a transaction that did not complete has changed nothing. Once other rows are served
 * (the database was deleted, or memory took over or gave way) it rejects, so that nobody writes the end of something
 * whose beginning is gone.
 */
export function storeHandle(epoch: number, kind: Store['kind'], isNew: boolean, serving: Serving): Store {
  const run = <T>(work: (store: Store) => Promise<T>, attempt = 1): Promise<T> => {
    const inside = serving.latest()?.inside() ?? null
    const store = serving.of(epoch)
    // A step of a transaction is the transaction's: on another connection it would stand alone.
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
  // In a task of its own: Dexie may still take this one for part of the transaction that has ended.
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
