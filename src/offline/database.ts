import { Dexie, liveQuery, type Table as DexieTable } from 'dexie'
import { breathe } from './breathe.ts'
import { schema, schemaVersions } from './rows.ts'
import type { Store, Table } from './table.ts'

export const DATABASE_NAME = 'mehfil'

/** What a connection may meet after it was opened. */
export interface ConnectionEvents {
  /** The browser closed it (iOS does under memory pressure), or it was deleted in the browser's settings. */
  lost(): void
}

/**
 * Opens the one database, every write flushed to the disk before it counts (`strict`): what Submit stored survives a
 * dead battery. Rejects when the browser has no database for us.
 */
export async function openDatabase(events: ConnectionEvents): Promise<Store> {
  // Reading the library's code, describing the schema and opening are each as much as a slow phone does in one piece.
  await breathe()
  const db = new Dexie(DATABASE_NAME, { chromeTransactionDurability: 'strict' })
  // Only keys and indexed fields are listed. A released version stays; a change is a further one in rows.ts.
  schemaVersions.forEach((brought, index) =>
    db
      .version(index + 1)
      .stores(Object.fromEntries(brought.map((noun) => [noun, [schema[noun].key, ...schema[noun].indexes].join(',')]))),
  )
  let closing = false
  // Another tab brings a newer schema, or the person deletes the data: let it pass, then come back.
  db.on('versionchange', () => {
    closing = true
    db.close()
    events.lost()
    // Dexie's own answer would have this connection open the next database by itself, and whoever still works with it
    // write the end of something into it whose beginning was deleted.
    return false
  })
  // Dexie says `close` for an attempt to open that failed as well: that one is answered by the rejection.
  let opened = false
  db.on('close', () => {
    if (opened && !closing) events.lost()
  })
  let isNew = false
  db.on('populate', () => {
    isNew = true
  })
  await breathe()
  await db.open()
  opened = true
  return {
    kind: 'device',
    isNew,
    table: (noun) => tableOf(db.table(noun)) as never,
    transact: (involved, work) => db.transaction('rw', [...involved], work),
    live(read, next, error) {
      const subscription = liveQuery(read).subscribe({ next, error })
      return () => subscription.unsubscribe()
    },
    close() {
      closing = true
      db.close()
    },
  }
}

/** Dexie's promises are returned as they are: an `await` between would leave the transaction's zone in older Safari. */
function tableOf<T>(table: DexieTable<T, string>): Table<T> {
  return {
    get: (key) => table.get(key),
    getMany: (keys) => table.bulkGet([...keys]).then((rows) => rows.filter((row) => row !== undefined)),
    all: () => table.toArray(),
    where: (index, values) => matching(table, index, values).toArray(),
    keysWhere: (index, value) => table.where(index).equals(value).primaryKeys(),
    atLeast: (index, from) => table.where(index).aboveOrEqual(from).toArray(),
    startsWith: (index, prefix, most) => table.where(index).startsWith(prefix).limit(most).distinct().toArray(),
    count: (index, values) => matching(table, index, values).count(),
    keys: () => table.toCollection().primaryKeys(),
    put: (row) => table.put(row).then(nothing),
    putAll: (rows) => (rows.length > 0 ? table.bulkPut(rows as T[]).then(nothing) : Promise.resolve()),
    remove: (keys) => (keys.length > 0 ? table.bulkDelete([...keys]) : Promise.resolve()),
    removeWhere: (index, values) =>
      table
        .where(index)
        .anyOf([...values])
        .delete()
        .then(nothing),
    clear: () => table.clear(),
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
