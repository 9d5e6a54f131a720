import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
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
} from './value-types.ts'

// The embedded database's thread: a slow statement does not block the server, which can end it (embedded-database.ts).

export type Asked =
  | { id: number; kind: 'query'; text: string; params: unknown[] }
  | { id: number; kind: 'run'; text: string }
  | { id: number; kind: 'call'; settings: Statement; text: string; params: unknown[] }
  | { id: number; kind: 'close' }

interface Statement {
  text: string
  params: unknown[]
}

export type Fault = { name: string; message: string } & Record<string, string | undefined>

/** One answer for each message; id 0 says that the database opened or failed to open. */
export type Said = { id: number; rows: unknown[]; affectedRows: number | undefined } | { id: number; fault: Fault }

/** Error fields that are passed on: never the statement's values. */
const SENT = ['severity', 'code', 'detail', 'hint', 'position', 'where', 'schema', 'table', 'column', 'constraint']

const INT8 = 20
const DATE = 1082
const TIME = 1083
const TIMESTAMP = 1114
const TIMETZ = 1266
const asIs = (text: string): string => text

/** The backend expects these formats. */
const parsers = {
  [INT8]: (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  [JSON_TYPE]: (text: string) => JSON.parse(text) as unknown,
  [JSONB]: (text: string) => JSON.parse(text) as unknown,
  [DATE]: asIs,
  [TIME]: asIs,
  [TIMESTAMP]: asIs,
  [TIMETZ]: asIs,
  [TIMESTAMPTZ]: timestampAsPostgrest,
  [NUMERIC]: numericAsPostgrest,
}

const textSerializers = (known: PGlite['serializers']): PGlite['serializers'] =>
  new Proxy(known, { get: (_, type) => textSerializer(known[String(type) as unknown as number]) })

const database = new PGlite({
  dataDir: (workerData as { folder: string }).folder,
  extensions: { pgcrypto, pg_trgm },
  parsers,
  serializers: { [TEXT]: asText, [VARCHAR]: asText, [JSON_TYPE]: asJson, [JSONB]: asJson },
})

async function answer(asked: Asked): Promise<Omit<Extract<Said, { rows: unknown[] }>, 'id'>> {
  if (asked.kind === 'query') {
    const { rows, affectedRows } = await database.query(asked.text, asked.params)
    return { rows, affectedRows }
  }
  if (asked.kind === 'call') {
    return database.transaction(async (session) => {
      await session.query(asked.settings.text, asked.settings.params)
      const { rows, affectedRows } = await session.query(asked.text, asked.params)
      return { rows, affectedRows }
    })
  }
  if (asked.kind === 'run') {
    const [first] = await database.exec(asked.text)
    return { rows: first?.rows ?? [], affectedRows: undefined }
  }
  await database.close()
  return { rows: [], affectedRows: undefined }
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const fields = error as unknown as Record<string, unknown>
  const passed = SENT.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : []))
  return { ...(Object.fromEntries(passed) as Record<string, string>), name: error.name, message: error.message }
}

async function respond(id: number, work: () => ReturnType<typeof answer>): Promise<void> {
  let said: Said
  try {
    said = { id, ...(await work()) }
  } catch (error) {
    said = { id, fault: faultOf(error) }
  }
  parentPort?.postMessage(said)
}

parentPort?.on('message', (asked: Asked) => void respond(asked.id, () => answer(asked)))

await respond(0, async () => {
  await database.waitReady
  database.serializers = textSerializers(database.serializers)
  return { rows: [], affectedRows: undefined }
})
