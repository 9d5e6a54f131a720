import { keepSession, passwordSignIn } from '#shop/people/auth.api.ts'
import { storedSession } from '#platform/supabase/session.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'

/** Whether this account signs in with a password; one that only ever came through Google has none to ask for. */
export async function hasPassword(): Promise<boolean> {
  const providers = (await storedSession())?.user.app_metadata?.['providers']
  return !Array.isArray(providers) || providers.includes('email')
}

/**
 * Proves the signed-in person by their password, by signing in anew: the server counts a wrong one as it counts every
 * attempt, and lets what cannot be undone pass for the five minutes after. 'wrong' when it is not right.
 */
export async function provePassword(password: string): Promise<Result<'proved' | 'wrong'>> {
  const email = (await storedSession())?.user.email
  if (!email) return failed('signed_out')
  const proved = await passwordSignIn(email, password)
  if (proved.ok) {
    const kept = await keepSession(proved.value)
    return kept.ok ? ok('proved') : kept
  }
  return proved.failure.code === 'auth' ? ok('wrong') : proved
}
