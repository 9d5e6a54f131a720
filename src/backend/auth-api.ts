import { failed, ok, type Result } from '#domain/failure.ts'
import type { Language } from '#domain/language.ts'
import { call, callRead } from './call.ts'
import { authBackend } from './client.ts'
import { accessToken, SignedOutError, storedSession } from './session.ts'
import { backendSettings } from './settings.ts'
import { watchedFetch } from './watched-fetch.ts'

/** How long signing out waits for the server before it ends here alone, in milliseconds. */
const SIGN_OUT_PATIENCE_MS = 3_000

/** Signs in; the session is on the device when this resolves. Fails with `auth`, `rate_limited`, `unreachable`. */
export async function passwordSignIn(email: string, password: string): Promise<Result<null>> {
  const answer = await call<unknown>(async () => (await authBackend()).auth.signInWithPassword({ email, password }))
  return answer.ok ? requireSession() : answer
}

/** What an account begins with: a language is the profile's, and that of the mails. */
export interface NewAccount {
  name: string
  language?: Language | undefined
}

/** Creates an account. `true`: it is signed in already; `false`: the address has to be confirmed by mail first. */
export async function signUp(
  about: NewAccount,
  email: string,
  password: string,
  returnTo: string,
): Promise<Result<boolean>> {
  const answer = await call<{ session: unknown }>(async () =>
    (await authBackend()).auth.signUp({ email, password, options: { data: about, emailRedirectTo: returnTo } }),
  )
  return answer.ok ? ok(Boolean(answer.value?.session)) : answer
}

/** The address at Google to go to; it comes back to `returnTo` with a code that only this device can use. */
export async function googleAddress(returnTo: string): Promise<Result<string>> {
  const answer = await call<{ url: string | null }>(async () =>
    (await authBackend()).auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: returnTo, skipBrowserRedirect: true },
    }),
  )
  if (!answer.ok) return answer
  return answer.value?.url ? ok(answer.value.url) : failed('auth', 'no address to go to')
}

/** Trades what a sign-in elsewhere brought back for a session. */
export async function finishSignIn(
  brought: { code: string } | { accessToken: string; refreshToken: string },
): Promise<Result<null>> {
  const answer = await call<unknown>(async () => {
    const { auth } = await authBackend()
    return 'code' in brought
      ? auth.exchangeCodeForSession(brought.code)
      : auth.setSession({ access_token: brought.accessToken, refresh_token: brought.refreshToken })
  })
  return answer.ok ? requireSession() : answer
}

async function requireSession(): Promise<Result<null>> {
  return (await storedSession()) ? ok(null) : failed('storage', 'the session could not be kept')
}

/** Tells the server that the session is over. The device forgets it whatever the answer: see offline/session.ts. */
export async function endSession(): Promise<void> {
  const session = await storedSession()
  if (!session) return
  const { url, key, headers } = backendSettings()
  await watchedFetch(`${url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { ...headers, apikey: key, authorization: `Bearer ${session.access_token}` },
    signal: AbortSignal.timeout(SIGN_OUT_PATIENCE_MS),
    keepalive: true,
  }).catch(() => undefined)
}

/** Ends every other session of this account; the one of this device stays. Fails with `signed_out`, `unreachable`, `server`. */
export const endOtherSessions = (): Promise<Result<unknown>> =>
  call<unknown>(async () => {
    const { url, key, headers } = backendSettings()
    const token = await accessToken()
    if (token === null) throw new SignedOutError('nobody is signed in')
    // Not by supabase-js, to which a refusal is as good as done.
    const response = await watchedFetch(`${url}/auth/v1/logout?scope=others`, {
      method: 'POST',
      headers: { ...headers, apikey: key, authorization: `Bearer ${token}` },
    })
    // 403: the session is gone itself.
    const status = response.status === 403 ? 401 : response.status
    return { data: null, error: response.ok ? null : { message: 'the sessions were not ended' }, status }
  })

/** Whether the backend offers Google. */
export async function googleOffered(): Promise<Result<boolean>> {
  const answer = await callRead<{ external?: { google?: boolean } }>(async () => {
    const { url, key, headers } = backendSettings()
    const response = await watchedFetch(`${url}/auth/v1/settings`, { headers: { ...headers, apikey: key } })
    const data: unknown = response.ok ? await response.json() : null
    return { data: data as never, error: response.ok ? null : { message: 'no settings' }, status: response.status }
  })
  return answer.ok ? ok(answer.value?.external?.google === true) : answer
}
