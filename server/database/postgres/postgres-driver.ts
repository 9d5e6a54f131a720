import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type postgres from 'postgres'
import type { Session, Sessions } from './sessions.ts'
import {
  precedesCall,
  readsCallSettings,
  READ_CALL_SETTINGS,
  shouldPrepare,
  isSessionSetting,
} from '../session-settings.ts'

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** `simple` is missing in the driver's types; without it, a statement without arguments is parsed each time. */
const KEPT_READY = { prepare: true, simple: false }

/**
 * One request's connection. Sends settings without waiting, since a failed one ends the transaction, but awaits BEGIN:
 * outside its transaction the next statement would run as the database's owner. So a call waits three times.
 */
class PostgresSession implements DatabaseConnection {
  readonly session: Session
  #said: Promise<unknown>[] = []
  #callFollows = false
  #callAnswer: Promise<postgres.RowList<postgres.Row[]>> | undefined

  constructor(session: Session) {
    this.session = session
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isSessionSetting(query)) {
      // The same few texts at every request: prepared.
      const said = this.session.ask(query.sql, query.parameters, { prepare: true })
      // The next statement fails with it.
      said.catch(() => undefined)
      this.#said.push(said)
      this.#callFollows = precedesCall(query)
      return { rows: [] }
    }
    const answer = this.#callAnswer && readsCallSettings(query) ? this.#callAnswer : undefined
    this.#callAnswer = undefined
    const asked = answer ?? this.#ask(query)
    if (this.#callFollows) {
      this.#callFollows = false
      this.#callAnswer = this.session.ask(READ_CALL_SETTINGS, [], KEPT_READY)
      // No statement follows a failed call.
      this.#callAnswer.catch(() => undefined)
    }
    await this.heard()
    const rows = await asked
    return CHANGES.has(rows.command)
      ? { rows: [...rows] as R[], numAffectedRows: BigInt(rows.count) }
      : { rows: [...rows] as R[] }
  }

  #ask(query: CompiledQuery): Promise<postgres.RowList<postgres.Row[]>> {
    const prepare = shouldPrepare(query)
    const asked = this.session.ask(query.sql, query.parameters, { prepare })
    asked.catch(() => undefined)
    return asked
  }

  async heard(): Promise<void> {
    const said = this.#said
    this.#said = []
    for (const one of said) await one
  }

  async run(text: string): Promise<void> {
    await this.session.ask(text)
  }

  streamQuery(): never {
    throw new Error('Requests are not streamed.')
  }
}

/**
 * Runs one statement in a transaction after the settings that say who calls, in a single round trip. Only for functions
 * that take nothing from the role, as those of server/sale: if BEGIN alone failed, they would run as the database's owner
 * without claims, whom they answer like a visitor or refuse. The first error of the four is thrown.
 */
export async function callOnce<Row>(
  sessions: Sessions,
  settings: { text: string; params: string[] },
  text: string,
  params: readonly unknown[],
): Promise<Row[]> {
  const session = await sessions.take()
  try {
    const said = [
      session.ask('begin'),
      session.ask(settings.text, settings.params, { prepare: true }),
      session.ask(text, params, { prepare: true }),
      session.ask('commit'),
    ] as const
    // All are awaited: the next caller must not get this connection with a statement under way.
    const ended = await Promise.allSettled(said)
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    return [...(await said[2])] as Row[]
  } finally {
    sessions.giveBack(session)
  }
}

export class PostgresDriver implements Driver {
  readonly #sessions: Sessions

  constructor(sessions: Sessions) {
    this.#sessions = sessions
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresSession> {
    return new PostgresSession(await this.#sessions.take())
  }

  async beginTransaction(session: PostgresSession, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    await session.run(
      ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '),
    )
  }

  async commitTransaction(session: PostgresSession): Promise<void> {
    // After a failed setting, COMMIT would silently roll back.
    await session.heard()
    await session.run('commit')
  }

  async rollbackTransaction(session: PostgresSession): Promise<void> {
    await session.heard().catch(() => undefined)
    // A lost connection has rolled back.
    if (!session.session.isLost) await session.run('rollback')
  }

  async releaseConnection(session: PostgresSession): Promise<void> {
    this.#sessions.giveBack(session.session)
  }

  async destroy(): Promise<void> {}
}
