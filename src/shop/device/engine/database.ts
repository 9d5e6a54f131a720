import { Dexie, liveQuery, type DBCore, type DBCoreTable, type Table as DexieTable } from 'dexie'
import { yieldToMain } from '#platform/device/yield-to-main.ts'
import { schema, schemaVersions } from '../schema.ts'
import type { Store, Table } from '../store-types.ts'
import { watchdog, type Watchdog } from '#platform/device/watchdog.ts'

const DATABASE_NAME = 'mehfil'

export interface ConnectionOptions {
  /** The browser closed it (iOS does under memory pressure), or it was deleted in the browser's settings. */
  lost(): void
  /** Nothing it was asked has been answered for `patienceMs`. */
  stuck(): void
  patienceMs: number
  /** Gives the opening up. */
  signal: AbortSignal
}

export interface Connection extends Store {
  /** Whether the code that runs now belongs to a transaction: of this connection, or of one that has ended. */
  inside(): 'mine' | 'other' | null
  /**
   * Aborts what is under way and closes, in this very task, so that nothing of it holds up anybody else. Whatever was
   * asked and not answered rejects with DatabaseClosedError.
   */
  abandon(): void
}

/**
 * Opens the one database, every write flushed to the disk before it counts (`strict`): what Submit stored survives a
 * dead battery. Rejects when the browser has no database for us.
 */
export async function openDatabase(options: ConnectionOptions): Promise<Connection> {
  // Reading the library's code, describing the schema and opening are each as much as a slow phone does in one piece.
  await yieldToMain()
  const db = new Dexie(DATABASE_NAME, { chromeTransactionDurability: 'strict' })
  // Only keys and indexed fields are listed. A released version stays; a change is a further one in schema.ts.
  schemaVersions.forEach((brought, index) =>
    db
      .version(index + 1)
      .stores(Object.fromEntries(brought.map((noun) => [noun, [schema[noun].key, ...schema[noun].indexes].join(',')]))),
  )
  const transactions = new Set<IDBTransaction>()
  const waiting = new Set<(reason: Error) => void>()
  const dog = watchdog(options.patienceMs, options.stuck)
  follow(db, { transactions, waiting, dog })
  let ended = false
  const end = (): void => {
    ended = true
    dog.stop()
    for (const transaction of transactions) abort(transaction)
    transactions.clear()
    db.close()
    for (const reject of waiting) reject(new Dexie.DatabaseClosedError())
    waiting.clear()
  }
  // Another tab brings a newer schema, or the person deletes the data: let it pass, then come back.
  db.on('versionchange', () => {
    if (!ended) {
      end()
      options.lost()
    }
    // Dexie's own answer would have this connection open the next database by itself, and whoever still works with it
    // write the end of something into it whose beginning was deleted.
    return false
  })
  // Dexie says `close` for an attempt to open that failed as well: that one is answered by the rejection.
  let opened = false
  db.on('close', () => {
    if (!opened || ended) return
    end()
    options.lost()
  })
  let isNew = false
  db.on('populate', () => {
    isNew = true
  })
  await yieldToMain()
  options.signal.throwIfAborted()
  options.signal.addEventListener('abort', () => opened || end())
  await db.open()
  opened = true
  options.signal.throwIfAborted()

  const answered = <T>(answer: PromiseLike<T>): Promise<T> => answeredOrEnded(answer, waiting)
  const inside: Connection['inside'] = () => {
    const transaction = Dexie.currentTransaction as { db: Dexie } | null
    return transaction === null ? null : transaction.db === db ? 'mine' : 'other'
  }

  return {
    kind: 'device',
    isNew,
    inside,
    table: (noun) => tableOf(db.table(noun), (answer) => (inside() ? answer : answered(answer))) as never,
    transact: (involved, work) => answered(db.transaction('rw', [...involved], work)),
    live(read, next, error) {
      const subscription = liveQuery(read).subscribe({ next, error })
      return () => subscription.unsubscribe()
    },
    abandon: end,
    close: end,
  }
}

type Rejects = Set<(reason: Error) => void>

/** The answer, or a rejection when the connection ends before there is one: a stuck database never answers. */
const answeredOrEnded = <T>(answer: PromiseLike<T>, waiting: Rejects): Promise<T> =>
  // Dexie's promise, because a live query and a transaction are found again by it.
  new Dexie.Promise<T>((resolve, reject) => {
    waiting.add(reject)
    const forget = (): boolean => waiting.delete(reject)
    answer.then(
      (value) => (forget(), resolve(value)),
      (error: unknown) => (forget(), reject(error)),
    )
  })

interface Account {
  transactions: Set<IDBTransaction>
  waiting: Rejects
  dog: Watchdog
}

/**
 * Below Dexie's own cache of queries: that one outlives the connection, and a reading that was under way when the page
 * was left would be waited for by everybody who asks for the same later, for ever.
 */
const BELOW_THE_CACHE = -2

/** Keeps account of every transaction and question, and notes each answer as a sign of life. */
function follow(db: Dexie, { transactions, waiting, dog }: Account): void {
  const noted = <T>(answer: Promise<T>): Promise<T> =>
    answeredOrEnded(answer, waiting).then((value) => {
      dog.alive()
      return value
    })
  const table = (inner: DBCoreTable): DBCoreTable => ({
    ...inner,
    mutate: (request) => noted(inner.mutate(request)),
    get: (request) => noted(inner.get(request)),
    getMany: (request) => noted(inner.getMany(request)),
    query: (request) => noted(inner.query(request)),
    openCursor: (request) => noted(inner.openCursor(request)),
    count: (request) => noted(inner.count(request)),
  })
  const create = (core: DBCore): DBCore => ({
    ...core,
    transaction(...args) {
      const transaction = core.transaction(...args) as unknown as IDBTransaction
      const over = dog.begins()
      const end = (): void => {
        transactions.delete(transaction)
        over()
      }
      transactions.add(transaction)
      transaction.addEventListener('complete', end)
      transaction.addEventListener('abort', end)
      return transaction
    },
    table: (name) => table(core.table(name)),
  })
  db.use({ stack: 'dbcore', name: 'account', level: BELOW_THE_CACHE, create })
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has committed meanwhile.
  }
}

type Guard = <T>(answer: Promise<T>) => Promise<T>

/** Dexie's promises are returned as they are: an `await` between would leave the transaction's zone in older Safari. */
function tableOf<T>(table: DexieTable<T, string>, guard: Guard): Table<T> {
  // Dexie's promises are promises, though its types call them otherwise.
  const g = guard as <U>(answer: PromiseLike<U>) => Promise<U>
  return {
    get: (key) => g(table.get(key)),
    getMany: (keys) => g(table.bulkGet([...keys]).then((rows) => rows.filter((row) => row !== undefined))),
    all: () => g(table.toArray()),
    where: (index, values) => g(matching(table, index, values).toArray()),
    keysWhere: (index, value) => g(table.where(index).equals(value).primaryKeys()),
    atLeast: (index, from) => g(table.where(index).aboveOrEqual(from).toArray()),
    startsWith: (index, prefix, most) => g(table.where(index).startsWith(prefix).limit(most).distinct().toArray()),
    // Dexie's own `distinct` would step through them one by one.
    keysStartingWith: (index, prefix, most) =>
      g(
        table
          .where(index)
          .startsWith(prefix)
          .limit(most)
          .primaryKeys()
          .then((keys) => [...new Set(keys)]),
      ),
    count: (index, values) => g(matching(table, index, values).count()),
    keys: () => g(table.toCollection().primaryKeys()),
    put: (row) => g(table.put(row).then(nothing)),
    putAll: (rows) => (rows.length > 0 ? g(table.bulkPut(rows as T[]).then(nothing)) : Promise.resolve()),
    remove: (keys) => (keys.length > 0 ? g(table.bulkDelete([...keys])) : Promise.resolve()),
    removeWhere: (index, values) =>
      g(
        table
          .where(index)
          .anyOf([...values])
          .delete()
          .then(nothing),
      ),
    clear: () => g(table.clear()),
  }
}

/** Rows of one value come in a single answer of the database; of several, one cursor step at a time, so that is kept for them. */
function matching<T>(table: DexieTable<T, string>, index: string, values: readonly string[]) {
  const [only] = values
  return only !== undefined && values.length === 1
    ? table.where(index).equals(only)
    : table.where(index).anyOf([...values])
}

const nothing = (): void => undefined
