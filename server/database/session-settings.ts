import type { Connection } from '@supabase/lite'
import { CompiledQuery, type Kysely } from 'kysely'

/** The role comes last: later statements of the transaction run as the caller. */
const WHO = `set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', $2, true),
  set_config('storage.operation', $3, true), set_config('role', $2, true)`
const CLAIMS = "set_config('request.jwt.claims', $4, true)"
/** Limits of hosted Supabase and of our migrations; `set role` does not bring a role's own settings. */
const TIMEOUT = "set_config('statement_timeout', case $2 when 'anon' then '3s' else '8s' end, true)"
const CALL = `select set_config('response.status', '', true), set_config('response.headers', '', true),
  set_config('request.method', $1, true), set_config('request.path', $2, true), set_config('request.headers', $3, true)`

const who = (claims: boolean, timed: boolean): string =>
  `select ${[claims && CLAIMS, timed && TIMEOUT, WHO].filter(Boolean).join(', ')}`

const STATEMENTS: ReadonlySet<string> = new Set([
  who(false, false),
  who(false, true),
  who(true, false),
  who(true, true),
  CALL,
])

/** Returns true for a statement that only sets who calls and how: no result, and its failure ends the transaction. */
export const isSessionSetting = (query: CompiledQuery): boolean => STATEMENTS.has(query.sql)

export const precedesCall = (query: CompiledQuery): boolean => query.sql === CALL

/** The backend's query after each call: did the function set a status or headers? */
export const READ_CALL_SETTINGS =
  "select current_setting('response.status', true) as status, current_setting('response.headers', true) as headers"

export const readsCallSettings = (query: CompiledQuery): boolean =>
  query.parameters.length === 0 && query.sql.replace(/\s+/g, ' ').trim().toLowerCase() === READ_CALL_SETTINGS

const OFTEN = [
  /^select \* from public\.[a-z_]{1,63}\((?:[a-z_]{1,63} := \$\d+(?:::[a-z_]{1,20})?(?:, )?){0,12}\) as "[a-z_]{1,63}" limit \$\d+$/,
  /^select \* from "auth"\."users" where "id" = \$1$/,
]
/** A connection keeps its prepared statements, so a stranger must not be able to fill it. */
const MAX_TEXTS = 200
const often = new Set<string>()

/** True when a statement should be prepared: a frequent kind, with arguments that are sent as text. */
export function shouldPrepare({ sql, parameters }: CompiledQuery): boolean {
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

/** The backend's two methods for this. Its own versions take eleven round trips before a call. */
interface Inside {
  applyJwtSessionContext?: (session: Kysely<unknown>, vars: Caller) => Promise<void>
  applyRpcRequestGucs?: (session: Kysely<unknown>, call: Call) => Promise<void>
}

/** Who calls. `claims` is JSON; null for a visitor, whose id is ''. */
export interface SqlCaller {
  id: string
  role: string
  claims: string | null
}

/**
 * Returns the statement that makes the rest of a transaction run as this caller. `timed` as for foldSessionSettings.
 */
export const callerSettings = (
  { id, role, claims }: SqlCaller,
  timed: boolean,
  operation = '',
): { text: string; params: string[] } => ({
  text: who(claims !== null, timed),
  params: [id, role, operation, ...(claims === null ? [] : [claims])],
})

/** Makes the backend set caller and call in one statement each. `timed`: false where statements cannot time out. */
export function foldSessionSettings(connection: Connection, timed: boolean): void {
  const inside = connection as unknown as Inside
  if (!inside.applyJwtSessionContext || !inside.applyRpcRequestGucs) return
  inside.applyJwtSessionContext = async (session, { auth, storage }) => {
    const claims = auth?.jwt && typeof auth.jwt === 'object' ? JSON.stringify(auth.jwt) : null
    const caller = { id: String(auth?.uid ?? ''), role: auth?.role || 'anon', claims }
    const { text, params } = callerSettings(caller, timed, String(storage?.operation ?? ''))
    await session.executeQuery(CompiledQuery.raw(text, params))
  }
  inside.applyRpcRequestGucs = async (session, { method, path, requestHeaders }) => {
    await session.executeQuery(CompiledQuery.raw(CALL, [method, path, JSON.stringify(requestHeaders ?? {})]))
  }
}
