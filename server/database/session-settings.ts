import type { Connection } from '@supabase/lite'
import { CompiledQuery, type Kysely } from 'kysely'

/**
 * What a transaction of a request says of it, each kind in one statement. The role comes last: what follows in the
 * transaction runs as the caller.
 */
const WHO = `set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', $2, true),
  set_config('storage.operation', $3, true), set_config('role', $2, true)`
const CLAIMS = "set_config('request.jwt.claims', $4, true)"
/**
 * How long a statement of a visitor may take, and one of everybody else: what hosted Supabase gives them, and what the
 * migrations tell the roles. A role that a transaction takes on brings no settings with it, so they are said here.
 */
const TIMEOUT = "set_config('statement_timeout', case $2 when 'anon' then '3s' else '8s' end, true)"
const CALL = `select set_config('response.status', '', true), set_config('response.headers', '', true),
  set_config('request.method', $1, true), set_config('request.path', $2, true), set_config('request.headers', $3, true)`

/** By whether there are claims, and whether a statement is ended when its time is over. */
const who = (claims: boolean, timed: boolean): string =>
  `select ${[claims && CLAIMS, timed && TIMEOUT, WHO].filter(Boolean).join(', ')}`

const STATEMENTS: ReadonlySet<string> = new Set([
  who(false, false),
  who(false, true),
  who(true, false),
  who(true, true),
  CALL,
])

/** Whether a statement only says who asks and how: its answer is nothing, its failure ends the transaction. */
export const isSessionSetting = (query: CompiledQuery): boolean => STATEMENTS.has(query.sql)

/** Whether a statement says how a function is called: the next one calls it. */
export const announcesCall = (query: CompiledQuery): boolean => query.sql === CALL

/** What the backend asks after each call: did the function set a status or headers of its own? */
export const CALL_ANSWER =
  "select current_setting('response.status', true) as status, current_setting('response.headers', true) as headers"

export const asksCallAnswer = (query: CompiledQuery): boolean =>
  query.parameters.length === 0 && query.sql.replace(/\s+/g, ' ').trim().toLowerCase() === CALL_ANSWER

/** A call of a function of the shop with named arguments, and the read of whose account a token is. */
const OFTEN = [
  /^select \* from public\.[a-z_]{1,63}\((?:[a-z_]{1,63} := \$\d+(?:::[a-z_]{1,20})?(?:, )?){0,12}\) as "[a-z_]{1,63}" limit \$\d+$/,
  /^select \* from "auth"\."users" where "id" = \$1$/,
]
/** A connection keeps what it was told to keep for as long as it lives: a stranger must not be able to fill it. */
const MAX_TEXTS = 200
const often = new Set<string>()

/**
 * Whether the database should keep this statement ready. Only texts of the kinds that come again and again, at most 200
 * of them, and only with arguments that go over as text: a list or a boolean would be a statement of its own.
 */
export function comesOften({ sql, parameters }: CompiledQuery): boolean {
  if (!parameters.every((value) => value === null || typeof value === 'string' || typeof value === 'number'))
    return false
  if (often.has(sql)) return true
  if (often.size >= MAX_TEXTS || !OFTEN.some((kind) => kind.test(sql))) return false
  often.add(sql)
  return true
}

interface Caller {
  auth?: { role?: string; uid?: unknown; jwt?: unknown }
  storage?: { operation?: unknown }
}

interface Call {
  method: string
  path: string
  requestHeaders?: Record<string, string>
}

/** The two places where the backend says so, one setting a statement: eleven round trips before a function is called. */
interface Inside {
  applyJwtSessionContext?: (session: Kysely<unknown>, vars: Caller) => Promise<void>
  applyRpcRequestGucs?: (session: Kysely<unknown>, call: Call) => Promise<void>
}

/**
 * Lets the backend say who asks in one statement and how in another, with the same settings and values. A version of it
 * without these places keeps its own way: slower, and a test says so.
 * @param timed whether the database ends statements that take too long; the embedded one has no clock
 */
export function foldSessionSettings(connection: Connection, timed: boolean): void {
  const inside = connection as unknown as Inside
  if (!inside.applyJwtSessionContext || !inside.applyRpcRequestGucs) return
  inside.applyJwtSessionContext = async (session, { auth, storage }) => {
    const asker = [String(auth?.uid ?? ''), auth?.role || 'anon', String(storage?.operation ?? '')]
    const claims = auth?.jwt && typeof auth.jwt === 'object' ? JSON.stringify(auth.jwt) : null
    await session.executeQuery(
      CompiledQuery.raw(who(claims !== null, timed), claims === null ? asker : [...asker, claims]),
    )
  }
  inside.applyRpcRequestGucs = async (session, { method, path, requestHeaders }) => {
    await session.executeQuery(CompiledQuery.raw(CALL, [method, path, JSON.stringify(requestHeaders ?? {})]))
  }
}
