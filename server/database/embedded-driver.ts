import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import type { EmbeddedDatabase } from './embedded-database.ts'

/** What the server remembers about the request under way. */
export interface RequestNotes {
  /** SQLSTATE and texts of the database error that ended the request, if one did. */
  databaseError?: { code: string; message: string; detail: string | null; hint: string | null }
  /** How many database connections the request holds. */
  holding: number
  /** How often the embedded database had been opened when the request took its session. */
  opened?: number
  /** Another file is where this upload would be stored. */
  fileThere?: boolean
}

export const requestNotes = new AsyncLocalStorage<RequestNotes>()

/** One after the other, in the order of asking. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves with the function that ends the turn. */
  async take(): Promise<() => void> {
    const before = this.#last
    let done!: () => void
    this.#last = new Promise((resolve) => (done = resolve))
    await before
    return done
  }
}

/**
 * Lets one request at a time onto the embedded database's single session. Without it the queries of two requests
 * interleave inside one transaction, and one user's claims answer for the other's. A request that already holds the
 * session may ask again (the backend does so inside its own transactions).
 */
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
    // A session inside another is the same one, and lost with it.
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
    // Lost with its database, a transaction is rolled back already; what ended it is what the caller is told.
    await session.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
  }

  async releaseConnection(session: DatabaseConnection): Promise<void> {
    this.#ends.get(session)?.()
    this.#ends.delete(session)
  }

  async destroy(): Promise<void> {}
}
