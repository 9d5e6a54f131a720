import { failed, mayPassLater, needsSignIn, type Result } from '#platform/failure/failure.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { refreshSession, storedSession } from './session.ts'

/** A read is tried this often in all. Writes are never repeated here: the outbox does that. */
const READ_ATTEMPTS = 3
/** Before the second attempt, in milliseconds; doubles after each. */
const FIRST_DELAY_MS = 1_000

/** What every call of supabase-js resolves to. */
export interface Answer<T> {
  data: T | null
  error: unknown
  status?: number
}

/**
 * Runs one supabase-js call and turns what it answers or throws into a Result. A 401 for a token that looked good (a
 * wrong clock, a session ended elsewhere, of which the database says `not_signed_in`) refreshes once and asks again;
 * nothing has happened on the server by then. A refresh that is refused, too, ends the session on the device.
 */
export async function call<T>(run: () => PromiseLike<Answer<T>>): Promise<Result<T>> {
  const before = await storedSession().catch(() => null)
  const first = await once(run)
  if (first.ok || !needsSignIn(first.failure) || !before) return first
  try {
    const now = await storedSession()
    if (now?.user.id !== before.user.id) return first
    const fresh = now.access_token === before.access_token ? await refreshSession(before.access_token) : now
    return fresh ? await once(run) : first
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}

/** The same for a read: tried three times, one and two seconds apart, while the failure may pass by itself. */
export async function callRead<T>(run: () => PromiseLike<Answer<T>>): Promise<Result<T>> {
  let result = await call(run)
  for (let attempt = 1; attempt < READ_ATTEMPTS && !result.ok && isWorthRepeating(result); attempt++) {
    await new Promise((done) => setTimeout(done, FIRST_DELAY_MS * 2 ** (attempt - 1)))
    result = await call(run)
  }
  return result
}

/** A limit is not passed sooner by asking more often, and with no network the caller wants to know at once. */
const isWorthRepeating = (result: Result<unknown>): boolean =>
  !result.ok &&
  mayPassLater(result.failure) &&
  result.failure.code !== 'rate_limited' &&
  globalThis.navigator?.onLine !== false

async function once<T>(run: () => PromiseLike<Answer<T>>): Promise<Result<T>> {
  try {
    const { data, error, status } = await run()
    if (error) return { ok: false, failure: toFailure(error, status) }
    return { ok: true, value: data as T }
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}

/** The same for an answer that the generated types only know as JSON: its parser's argument says what it holds. */
export const parsedJson = <T, U>(result: Result<unknown>, parse: (value: T) => U): Result<U> =>
  parsed(result, (value) => parse(value as T))

/** Runs a parser of what the server sent: a shape we do not know is the server's failure, not a crash of the screen. */
export function parsed<T, U>(result: Result<T>, parse: (value: T) => U): Result<U> {
  if (!result.ok) return result
  try {
    return { ok: true, value: parse(result.value) }
  } catch (error) {
    return failed('server', `unexpected answer: ${error instanceof Error ? error.message : String(error)}`)
  }
}
