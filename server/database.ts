import './lite-environment.ts'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import type { Connection } from '@supabase/lite'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Driver } from 'kysely'
import type postgres from 'postgres'
import { OneSessionDriver, Turns } from './embedded-driver.ts'
import { PostgresDriver } from './postgres-driver.ts'
import { foldSessionSettings } from './session-settings.ts'
import { StartupError } from './startup-error.ts'

/** Plain SQL as the database's owner, for the server's own work. Rows are objects; numbers and times are PostgREST's. */
export interface Sql {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>
  /** Several statements at once, without parameters. */
  run(text: string): Promise<void>
}

export interface Database extends Sql {
  kind: 'embedded' | 'postgres'
  connection: Connection
  /** All or nothing; nothing else runs on the embedded database meanwhile. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** While no other server on the same database does work of this kind: changing the schema and its privileges. */
  alone<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

// PostgreSQL's type numbers.
const TEXT = 25
const VARCHAR = 1043
const JSON_TYPE = 114
const JSONB = 3802
const TIMESTAMPTZ = 1184
const NUMERIC = 1700

/** '2027-01-02 13:30:00+00' as PostgREST writes it: '2027-01-02T13:30:00+00:00'. Other texts ('infinity') pass. */
export function timestampAsPostgrest(text: string): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(:\d\d)?$/.exec(text)
  return parts ? `${parts[1]}T${parts[2]}${parts[3]}${parts[4] ?? ':00'}` : text
}

/** A numeric as a JSON number, like PostgREST; what JSON cannot say ('NaN') stays text. */
export function numericAsPostgrest(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** A value on its way into the database, as text that the database itself reads, or refuses with a code of its own. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const asJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

type Serializer = (value: unknown) => unknown

/**
 * A driver's serializer that answers text whatever it is given. Left alone, the embedded driver sends what is no text as
 * broken protocol (a number for an array): that ends the session, which all requests share, for everybody. And both
 * drivers throw errors without a code (a text for a boolean), which nobody can tell from a failure inside.
 */
const alwaysText = (known: Serializer | undefined) => (value: unknown) => {
  try {
    const text = known?.(value)
    if (typeof text === 'string') return text
  } catch {
    // Not of that type: the database says so.
  }
  return asText(value)
}

/** For the embedded driver, which looks a serializer up by the type's number. */
const textSerializers = (known: PGlite['serializers']): PGlite['serializers'] =>
  new Proxy(known, { get: (_, type) => alwaysText(known[String(type) as unknown as number]) })

const kyselyOn = (driver: Driver): Connection['kysely'] =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

const sqlOn = (session: PGlite | Transaction): Sql => ({
  query: async <Row>(text: string, params: readonly unknown[] = []) =>
    (await session.query<Row>(text, [...params])).rows,
  run: async (text) => void (await session.exec(text)),
})

/**
 * Opens the embedded database in that folder, made when missing. Every acknowledged write survives the death of the
 * process; it has one session, which requests take in turns.
 */
export async function openEmbedded(folder: string): Promise<Database> {
  const connection = await createPgliteConnection({
    url: folder,
    pgliteOptions: {
      extensions: { pgcrypto, pg_trgm },
      parsers: { [TIMESTAMPTZ]: timestampAsPostgrest, [NUMERIC]: numericAsPostgrest },
      serializers: { [TEXT]: asText, [VARCHAR]: asText, [JSON_TYPE]: asJson, [JSONB]: asJson },
    },
  })
  const { driver } = connection
  try {
    await driver.waitReady
  } catch {
    throw new StartupError(
      `The embedded database in ${folder} does not open; put the data folder back from a backup, or set DATA_DIR to another one.`,
    )
  }
  driver.serializers = textSerializers(driver.serializers)
  const turns = new Turns()
  connection.kysely = kyselyOn(new OneSessionDriver(driver, turns))
  foldSessionSettings(connection, false)
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const end = await turns.take()
    try {
      return await work()
    } finally {
      end()
    }
  }
  const plain = sqlOn(driver)
  let closed = false
  return {
    kind: 'embedded',
    connection,
    query: (text, params) => inTurn(() => plain.query(text, params)),
    run: (text) => inTurn(() => plain.run(text)),
    transaction: (work) => inTurn(() => driver.transaction((session) => work(sqlOn(session)))),
    // The lock on the data folder keeps other servers away.
    alone: (work) => work(),
    close: async () => {
      if (closed) return
      closed = true
      await inTurn(() => driver.close())
    },
  }
}

/** How long the database may take to answer at all before the start gives up, in seconds. */
const CONNECT_SECONDS = 10
/** Any number: what servers on one database take in turns to change its schema. */
const SCHEMA_LOCK = 7_316_402
/** A query of the server itself is given up after this long, in milliseconds; requests have less (session-settings.ts). */
const STATEMENT_TIMEOUT_MS = 60_000

/** What a page out of order costs to the planner; its own 4 is for turning disks. Hosted Supabase says the same. */
const ON_SSD = { random_page_cost: 1.1 }

/**
 * Connects to a PostgreSQL 15 or newer.
 * @throws {StartupError} when it cannot be reached, refuses the login, or is too old
 */
export async function openPostgres(url: string): Promise<Database> {
  const type = (number: number, parse: (text: string) => unknown, serialize: (value: unknown) => unknown) => ({
    to: number,
    from: [number],
    parse,
    serialize,
  })
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      connect_timeout: CONNECT_SECONDS,
      connection: { application_name: 'mehfil', statement_timeout: STATEMENT_TIMEOUT_MS, ...ON_SSD },
      onnotice: () => {},
      types: {
        // The backend hands JSON arguments over as text already; encoding them again would make them JSON strings.
        json: type(JSON_TYPE, (text) => JSON.parse(text) as unknown, asJson),
        jsonb: type(JSONB, (text) => JSON.parse(text) as unknown, asJson),
        numeric: type(NUMERIC, numericAsPostgrest, asText),
        timestamptz: type(TIMESTAMPTZ, timestampAsPostgrest, asText),
        text: type(TEXT, (text) => text, asText),
        varchar: type(VARCHAR, (text) => text, asText),
      } as unknown as Record<string, postgres.PostgresType>,
    },
  })
  const { driver } = connection
  connection.kysely = kyselyOn(new PostgresDriver(driver))
  foldSessionSettings(connection, true)
  const on = (session: postgres.Sql | postgres.TransactionSql): Sql => ({
    query: async <Row>(text: string, params: readonly unknown[] = []) => [
      ...(await session.unsafe<Row[] & (object | undefined)[]>(text, [...params] as never[])),
    ],
    run: async (text) => void (await session.unsafe(text).simple()),
  })
  const where = new URL(url)
  try {
    const [version] = await on(driver).query<{ number: string }>(
      "select current_setting('server_version_num') as number",
    )
    if (Number(version?.number) < 150_000) {
      throw new StartupError(`The database at ${where.host} is older than PostgreSQL 15, which Mehfil needs.`)
    }
    // The driver has read the database's array types by now; it keeps those it knows.
    const serializers = driver.options.serializers as Record<string, Serializer>
    for (const [type, known] of Object.entries(serializers)) serializers[type] = alwaysText(known)
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
    ...on(driver),
    transaction: async <T>(work: (sql: Sql) => Promise<T>) =>
      (await driver.begin(async (session) => work(on(session)))) as T,
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
    close: () => driver.end({ timeout: 5 }),
  }
}
