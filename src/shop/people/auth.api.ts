import { failed, ok, type Result } from '#platform/failure/failure.ts'
import type { Language } from '#platform/text/language.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { authSettings, signInBackend, signedHeaders } from '#platform/supabase/client.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { typedPassword, type LinkKind } from './password.api.ts'
import {
  accessToken,
  authStorage,
  SESSION_KEY,
  SignedOutError,
  storedSession,
  takeNewSession,
  type StoredSession,
} from '#platform/supabase/session.ts'
import { backendSettings } from '#platform/supabase/backend-config.ts'
import { watchedFetch } from '#platform/supabase/watched-fetch.ts'

const SIGN_OUT_PATIENCE_MS = 3_000

/** Signs in; only keepSession() stores the session. Fails with `auth`, `rate_limited`, `unreachable`. */
export async function passwordSignIn(email: string, password: string): Promise<Result<StoredSession>> {
  return arrived(
    await call<unknown>(async () =>
      (await signInBackend()).auth.signInWithPassword({ email, password: typedPassword(password) }),
    ),
  )
}

export interface NewAccount {
  name: string
  language?: Language | undefined
  /** Which privacy notice was shown: its day, 'YYYY-MM-DD'. */
  privacy_notice: string
}

/** Creates an account. Returns null when the address has to be confirmed by mail first. */
export async function signUp(
  about: NewAccount,
  email: string,
  password: string,
  returnTo: string,
): Promise<Result<StoredSession | null>> {
  const answer = await call<{ session: unknown }>(async () =>
    (await signInBackend()).auth.signUp({
      email,
      password: typedPassword(password),
      options: { data: about, emailRedirectTo: returnTo },
    }),
  )
  return answer.ok && !answer.value?.session ? ok(null) : arrived(answer)
}

/** Returns Google's URL, which leads back to `returnTo` with a code for this device only. */
export async function googleAddress(returnTo: string): Promise<Result<string>> {
  const answer = await call<{ url: string | null }>(async () =>
    (await signInBackend()).auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: returnTo, skipBrowserRedirect: true },
    }),
  )
  if (!answer.ok) return answer
  return answer.value?.url ? ok(answer.value.url) : failed('auth', 'no address to go to')
}

/** Exchanges Google's code for a session; works only on the device that began. */
export async function codeSignIn(code: string): Promise<Result<StoredSession>> {
  return arrived(await call<unknown>(async () => (await signInBackend()).auth.exchangeCodeForSession(code)))
}

/** Spends a mailed link's token. Fails with `auth`: used, too old, or wrong. */
export async function linkSignIn(tokenHash: string, kind: LinkKind): Promise<Result<StoredSession>> {
  return arrived(
    await call<unknown>(async () => (await signInBackend()).auth.verifyOtp({ token_hash: tokenHash, type: kind })),
  )
}

function arrived(answer: Result<unknown>): Result<StoredSession> {
  const session = takeNewSession()
  if (!answer.ok) return answer
  return session ? ok(session) : failed('auth', 'the answer to a sign-in is not a session')
}

/** Stores a session in place of any other. Fails with `storage`. */
export async function keepSession(session: StoredSession): Promise<Result<null>> {
  return attempt(async () => {
    await authStorage(backendSettings().sessionStorage).setItem(SESSION_KEY, JSON.stringify(session))
    return (await storedSession()) ? ok(null) : failed('storage', 'the session could not be kept')
  })
}

export const dropSession = (session: StoredSession): Promise<void> => logout(session.access_token)

/** Ends the session on the server; the device forgets it in any case (session.store.ts). */
export async function endSession(): Promise<void> {
  const session = await storedSession()
  if (session) await logout(session.access_token)
}

async function logout(token: string): Promise<void> {
  const { url } = backendSettings()
  await watchedFetch(`${url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: signedHeaders(token),
    signal: AbortSignal.timeout(SIGN_OUT_PATIENCE_MS),
    keepalive: true,
  }).catch(() => undefined)
}

/** Ends the account's sessions on other devices. Fails with `signed_out`, `unreachable`, `server`. */
export const endOtherSessions = (): Promise<Result<unknown>> =>
  call<unknown>(async () => {
    const { url } = backendSettings()
    const token = await accessToken()
    if (token === null) throw new SignedOutError('not signed in')
    // supabase-js reports a refusal as success.
    const response = await watchedFetch(`${url}/auth/v1/logout?scope=others`, {
      method: 'POST',
      headers: signedHeaders(token),
    })
    // 403: this session has ended.
    const status = response.status === 403 ? 401 : response.status
    return { data: null, error: response.ok ? null : { message: 'the sessions were not ended' }, status }
  })

export async function googleOffered(): Promise<Result<boolean>> {
  return parsed(await callRead(authSettings), (settings) => settings.external?.google === true)
}
