import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import type { EmbeddedDatabase } from './embedded-database.ts'

export interface RequestNotes {
  databaseError?: { code: string; message: string; detail: string | null; hint: string | null }
  holding: number
  /** `EmbeddedDatabase.opened` when the request took its session. */
  opened?: number
  /** A file exists already where this upload would be stored. */
  fileThere?: boolean
}

export const requestNotes = new AsyncLocalStorage<RequestNotes>()

/** A lock, first come first served. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#last
    let done!: () => void
    this.#last = new Promise((resolve) => (done = resolve))
    await before
    return done
  }
}

/** Gives the one session to one request at a time, which may take it again: mixed queries would mix their claims. */
export class OneSessionDriver implements Driver {
  readonly #database: EmbeddedDatabase
  readonly #turns: Turns
  readonly #ends = new WeakMap<DatabaseConnection, () => void>()

  constructor(database: EmbeddedDatabase, turns: Turns) {
    this.#database = database
    this.#turns = turns
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const notes = requestNotes.getStore()
    const end = notes && notes.holding > 0 ? undefined : await this.#turns.take()
    const database = this.#database
    // A nested session is the same one and is lost with it.
    const since = (end ? undefined : notes?.opened) ?? database.opened
    if (notes) notes.opened = since
    const terms = { timed: notes !== undefined, since }
    const session: DatabaseConnection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        const { rows, affectedRows } = await database.query<R>(query.sql, query.parameters, terms)
        return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
      },
      streamQuery: () => {
        throw new Error('The embedded database does not stream.')
      },
    }
    if (notes) notes.holding += 1
    this.#ends.set(session, () => {
      if (notes) notes.holding -= 1
      end?.()
    })
    return session
  }

  async beginTransaction(session: DatabaseConnection): Promise<void> {
    await session.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(session: DatabaseConnection): Promise<void> {
    await session.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(session: DatabaseConnection): Promise<void> {
    // A transaction lost with its database is rolled back already; the caller gets the first error.
    await session.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
  }

  async releaseConnection(session: DatabaseConnection): Promise<void> {
    this.#ends.get(session)?.()
    this.#ends.delete(session)
  }

  async destroy(): Promise<void> {}
}
