import type { Connection } from '@supabase/lite'
import { CompiledQuery, type Kysely } from 'kysely'

/**
 * What a transaction of a request says of it, each kind in one statement. The role comes last: what follows in the
 * transaction runs as the caller.
 */
const WHO = `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', $2, true),
  set_config('storage.operation', $3, true), set_config('role', $2, true)`
const WHO_WITH_CLAIMS = `select set_config('request.jwt.claims', $4, true), ${WHO.slice('select '.length)}`
const CALL = `select set_config('response.status', '', true), set_config('response.headers', '', true),
  set_config('request.method', $1, true), set_config('request.path', $2, true), set_config('request.headers', $3, true)`

const STATEMENTS: ReadonlySet<string> = new Set([WHO, WHO_WITH_CLAIMS, CALL])

/** Whether a statement only says who asks and how: its answer is nothing, its failure ends the transaction. */
export const isSessionSetting = (query: CompiledQuery): boolean => STATEMENTS.has(query.sql)

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
 */
export function foldSessionSettings(connection: Connection): void {
  const inside = connection as unknown as Inside
  if (!inside.applyJwtSessionContext || !inside.applyRpcRequestGucs) return
  inside.applyJwtSessionContext = async (session, { auth, storage }) => {
    const who = [String(auth?.uid ?? ''), auth?.role || 'anon', String(storage?.operation ?? '')]
    const claims = auth?.jwt && typeof auth.jwt === 'object' ? JSON.stringify(auth.jwt) : null
    await session.executeQuery(
      claims === null ? CompiledQuery.raw(WHO, who) : CompiledQuery.raw(WHO_WITH_CLAIMS, [...who, claims]),
    )
  }
  inside.applyRpcRequestGucs = async (session, { method, path, requestHeaders }) => {
    await session.executeQuery(CompiledQuery.raw(CALL, [method, path, JSON.stringify(requestHeaders ?? {})]))
  }
}
