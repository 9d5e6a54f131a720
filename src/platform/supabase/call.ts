import { failed, isRetryable, needsSignIn, type Result } from '#platform/failure/failure.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { refreshSession, storedSession } from './session.ts'

/** Writes are never repeated here: the outbox does that. */
const READ_ATTEMPTS = 3
const FIRST_DELAY_MS = 1_000

export interface Answer<T> {
  data: T | null
  error: unknown
  status?: number
}

/** Runs a supabase-js call; never rejects. A 401 refreshes the session and retries once. */
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

/** Like call(), with three attempts, one and two seconds apart, while the failure may pass and `signal` is not aborted. */
export async function callRead<T>(run: () => PromiseLike<Answer<T>>, signal?: AbortSignal): Promise<Result<T>> {
  let result = await call(run)
  for (let attempt = 1; attempt < READ_ATTEMPTS && !result.ok && isWorthRepeating(result); attempt++) {
    if (signal?.aborted) break
    await new Promise((done) => setTimeout(done, FIRST_DELAY_MS * 2 ** (attempt - 1)))
    result = await call(run)
  }
  return result
}

/** A rate limit does not pass sooner, and offline the caller must know at once. */
const isWorthRepeating = (result: Result<unknown>): boolean =>
  !result.ok &&
  isRetryable(result.failure) &&
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

export const parsedJson = <T, U>(result: Result<unknown>, parse: (value: T) => U): Result<U> =>
  parsed(result, (value) => parse(value as T))

/** Parses an answer; an unknown shape is a `server` failure. */
export function parsed<T, U>(result: Result<T>, parse: (value: T) => U): Result<U> {
  if (!result.ok) return result
  try {
    return { ok: true, value: parse(result.value) }
  } catch (error) {
    return failed('server', `unexpected answer: ${error instanceof Error ? error.message : String(error)}`)
  }
}
