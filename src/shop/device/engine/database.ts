import { Dexie, liveQuery, type DBCore, type DBCoreTable, type Table as DexieTable } from 'dexie'
import { yieldToMain } from '#platform/device/yield-to-main.ts'
import { nouns, schema, SCHEMA_VERSION } from '../schema.ts'
import type { Store, Table } from '../store-types.ts'
import { watchdog, type Watchdog } from '#platform/device/watchdog.ts'

const DATABASE_NAME = 'mehfil'

export interface ConnectionOptions {
  /** The browser closed it (iOS does under memory pressure), or the site's data was deleted. */
  lost(): void
  stuck(): void
  patienceMs: number
  signal: AbortSignal
}

export interface Connection extends Store {
  /** Whether the running code belongs to a transaction of this connection or of another. */
  inside(): 'mine' | 'other' | null
  /** An answer from elsewhere, which work in a transaction or a live query may await. */
  awaitable<T>(answer: Promise<T>): Promise<T>
  /** Aborts all work and closes in this task, so that nothing blocks other pages. Open requests reject. */
  abandon(): void
}

/** Opens the database. A write counts once it is on the disk (`strict`): a submission survives a dead battery. */
export async function openDatabase(options: ConnectionOptions): Promise<Connection> {
  // Loading Dexie, defining the schema and opening are three heavy steps on a slow phone.
  await yieldToMain()
  const db = new Dexie(DATABASE_NAME, { chromeTransactionDurability: 'strict' })
  db.version(SCHEMA_VERSION)
    // Only keys and indexed fields are listed.
    .stores(Object.fromEntries(nouns.map((noun) => [noun, [schema[noun].key, ...schema[noun].indexes].join(',')])))
    // Rows of no release: the next sync fetches what the server has. A next version follows here, with its own upgrade.
    .upgrade((from) => Dexie.Promise.all(nouns.map((noun) => from.table(noun).clear())))
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
  // Another tab brings a newer schema, or the site's data is deleted: close, then open again.
  db.on('versionchange', () => {
    if (!ended) {
      end()
      options.lost()
    }
    // Dexie's own handler would reopen on the next database, where running work would store the end of a lost change.
    return false
  })
  // Dexie also sends `close` after a failed attempt to open, which rejects anyway.
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
    awaitable: answered,
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

/** Rejects when the connection ends before the answer: a stuck database never answers. */
const answeredOrEnded = <T>(answer: PromiseLike<T>, waiting: Rejects): Promise<T> =>
  // Dexie's promise: live queries and transactions find their zone by it.
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

/** Below Dexie's query cache, which outlives a connection: in it a read that never ends would block all later ones. */
const BELOW_THE_CACHE = -2

/** Tracks every transaction and request, and reports each answer to the watchdog. */
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

/** Returns Dexie's promises as they are: an `await` between would leave the transaction's zone in older Safari. */
function tableOf<T>(table: DexieTable<T, string>, guard: Guard): Table<T> {
  // Dexie types its promises as PromiseLike.
  const g = guard as <U>(answer: PromiseLike<U>) => Promise<U>
  return {
    get: (key) => g(table.get(key)),
    getMany: (keys) => g(table.bulkGet([...keys]).then((rows) => rows.filter((row) => row !== undefined))),
    all: () => g(table.toArray()),
    where: (index, values) => g(matching(table, index, values).toArray()),
    keysWhere: (index, value) => g(table.where(index).equals(value).primaryKeys()),
    atLeast: (index, from) => g(table.where(index).aboveOrEqual(from).toArray()),
    startsWith: (index, prefix, most) => g(table.where(index).startsWith(prefix).limit(most).distinct().toArray()),
    // Dexie's `distinct` steps through them one by one.
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

/** `equals` gets all rows in one answer; `anyOf` steps a cursor, so it serves several values only. */
function matching<T>(table: DexieTable<T, string>, index: string, values: readonly string[]) {
  const [only] = values
  return only !== undefined && values.length === 1
    ? table.where(index).equals(only)
    : table.where(index).anyOf([...values])
}

const nothing = (): void => undefined
