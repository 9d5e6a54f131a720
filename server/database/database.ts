import '../api/lite-environment.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@supabase/lite'
import { PgliteConnection } from '@supabase/lite/pglite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Driver } from 'kysely'
import postgres from 'postgres'
import { EmbeddedDatabase } from './embedded-database.ts'
import { OneSessionDriver, Turns } from './embedded-driver.ts'
import { callOnce, PostgresDriver } from './postgres/postgres-driver.ts'
import { Sessions, type Session } from './postgres/sessions.ts'
import { callerSettings, foldSessionSettings, type SqlCaller } from './session-settings.ts'
import { StartupError } from '../startup-error.ts'
import {
  textSerializer,
  asJson,
  asText,
  JSON_TYPE,
  JSONB,
  NUMERIC,
  numericAsPostgrest,
  TEXT,
  TIMESTAMPTZ,
  timestampAsPostgrest,
  VARCHAR,
  type Serializer,
} from './value-types.ts'

/** Runs SQL as the database's owner. Rows are objects with PostgREST's numbers and times. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>
  run(text: string): Promise<void>
}

export interface Database extends Sql {
  kind: 'embedded' | 'postgres'
  connection: Connection
  /** All or nothing; nothing else runs on the embedded database meanwhile. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Runs one of our own statements as a caller of the API, in a transaction of its own that ends in time. */
  call<Row>(caller: SqlCaller, text: string, params: readonly unknown[]): Promise<Row[]>
  /** Runs schema or privilege changes while no other server on this database does. */
  alone<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const kyselyOn = (driver: Driver): Connection['kysely'] =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

const ANY_TIME_MS = 600_000
const CLOSE_PATIENCE_MS = 2_000

/** The backend's connection class without its own database in this thread. */
const PostgresConnection = Object.getPrototypeOf(PgliteConnection) as new (config: object) => Connection

/** Opens or creates the embedded database. Acknowledged writes survive a crash; `statementMs` limits requests only. */
export async function openEmbedded(folder: string, statementMs = ANY_TIME_MS): Promise<Database> {
  const database = new EmbeddedDatabase(folder, statementMs)
  try {
    await database.ready
  } catch {
    throw new StartupError(
      `The embedded database in ${folder} does not open; put the data folder back from a backup, or set DATA_DIR to another one.`,
    )
  }
  const connection = new PostgresConnection({ url: folder })
  const turns = new Turns()
  connection.kysely = kyselyOn(new OneSessionDriver(database, turns))
  const plain: Sql = {
    query: async <Row>(text: string, params: readonly unknown[] = []) => (await database.query<Row>(text, params)).rows,
    run: async (text) => void (await database.run(text)),
  }
  // The class leaves these two methods to each kind of connection.
  connection.exec = async <T>(text: string) => ({ rows: await database.run(text) }) as T
  connection.close = () => Promise.resolve()
  foldSessionSettings(connection, false)
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const end = await turns.take()
    try {
      return await work()
    } finally {
      end()
    }
  }
  let closed = false
  return {
    kind: 'embedded',
    connection,
    query: (text, params) => inTurn(() => plain.query(text, params)),
    run: (text) => inTurn(() => plain.run(text)),
    transaction: (work) =>
      inTurn(async () => {
        await plain.run('begin')
        try {
          const result = await work(plain)
          await plain.run('commit')
          return result
        } catch (error) {
          await plain.run('rollback').catch(() => undefined)
          throw error
        }
      }),
    call: (caller, text, params) => inTurn(() => database.call(callerSettings(caller, false), text, params)),
    // The data folder's lock keeps other servers away.
    alone: (work) => work(),
    close: async () => {
      if (closed) return
      closed = true
      const end = await Promise.race([turns.take(), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
      await database.close(end !== undefined)
      end?.()
    },
  }
}

const CONNECT_SECONDS = 10
/** With the one that reads types and holds the lock of `alone`, ten in all (docs/deploy.md). */
const CONNECTIONS = 9
const SCHEMA_LOCK = 7_316_402
/** For the server's own queries; requests have less (session-settings.ts). */
const STATEMENT_TIMEOUT_MS = 60_000

/** PostgreSQL's default of 4 is for spinning disks; hosted Supabase uses 1.1, too. */
const ON_SSD = { random_page_cost: 1.1 }

/** Connects to PostgreSQL. @throws {StartupError} when it is unreachable, refuses the login, or is older than 15 */
export async function openPostgres(url: string): Promise<Database> {
  const type = (number: number, parse: (text: string) => unknown, serialize: (value: unknown) => unknown) => ({
    to: number,
    from: [number],
    parse,
    serialize,
  })
  const options = {
    connect_timeout: CONNECT_SECONDS,
    connection: { application_name: 'mehfil', statement_timeout: STATEMENT_TIMEOUT_MS, ...ON_SSD },
    onnotice: () => {},
    types: {
      // The backend passes JSON arguments as text; encoding them again would make them JSON strings.
      json: type(JSON_TYPE, (text) => JSON.parse(text) as unknown, asJson),
      jsonb: type(JSONB, (text) => JSON.parse(text) as unknown, asJson),
      numeric: type(NUMERIC, numericAsPostgrest, asText),
      timestamptz: type(TIMESTAMPTZ, timestampAsPostgrest, asText),
      text: type(TEXT, (text) => text, asText),
      varchar: type(VARCHAR, (text) => text, asText),
    } as unknown as Record<string, postgres.PostgresType>,
  }
  const connection = createPostgresConnection({ url, postgresOptions: { ...options, max: 1 } })
  const { driver } = connection
  const sessions = new Sessions((onclose) => {
    const client = postgres(url, { ...options, max: 1, max_lifetime: null, onclose })
    // As the first connection has them, with the arrays that it has read.
    Object.assign(client.options.serializers, driver.options.serializers)
    Object.assign(client.options.parsers, driver.options.parsers)
    return client
  }, CONNECTIONS)
  connection.kysely = kyselyOn(new PostgresDriver(sessions))
  foldSessionSettings(connection, true)
  const on = (session: Pick<Session, 'ask'>): Sql => ({
    query: async <Row>(text: string, params: readonly unknown[] = []) => [
      ...((await session.ask(text, params)) as unknown as Row[]),
    ],
    run: async (text) => void (await session.ask(text)),
  })
  const where = new URL(url)
  try {
    const [version] = await driver<{ number: string }[]>`select current_setting('server_version_num') as number`
    if (Number(version?.number) < 150_000) {
      throw new StartupError(`The database at ${where.host} is older than PostgreSQL 15, which Mehfil needs.`)
    }
    // The driver has read the array types by now and keeps the serializers it knows.
    const serializers = driver.options.serializers as Record<string, Serializer>
    for (const [type, known] of Object.entries(serializers)) serializers[type] = textSerializer(known)
  } catch (error) {
    await driver.end({ timeout: 1 })
    if (error instanceof StartupError) throw error
    const code = String((error as { code?: unknown }).code ?? '')
    const refused = code.startsWith('28') || code === '3D000'
    throw new StartupError(
      refused
        ? `The database at ${where.host} refused the login or has no database of that name; check DATABASE_URL.`
        : `The database at ${where.host} cannot be reached; check DATABASE_URL and that it is running.`,
    )
  }
  return {
    kind: 'postgres',
    connection,
    ...on({ ask: (text, params) => sessions.use((session) => session.ask(text, params)) }),
    transaction: (work) => sessions.transaction((session) => work(on(session))),
    call: (caller, text, params) => callOnce(sessions, callerSettings(caller, true), text, params),
    alone: async <T>(work: () => Promise<T>) => {
      const session = await driver.reserve()
      try {
        await session.unsafe(`select pg_advisory_lock(${SCHEMA_LOCK})`)
        try {
          return await work()
        } finally {
          await session.unsafe(`select pg_advisory_unlock(${SCHEMA_LOCK})`)
        }
      } finally {
        session.release()
      }
    },
    close: async () => {
      await Promise.all([sessions.end(), driver.end({ timeout: 5 })])
    },
  }
}
