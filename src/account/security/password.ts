import { keepSession, passwordSignIn } from '#shop/people/auth.api.ts'
import { storedSession } from '#platform/supabase/session.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { setPassword } from '#shop/people/password.api.ts'

/** True when the account has a password; accounts that only used Google have none. */
export async function hasPassword(): Promise<boolean> {
  const providers = (await storedSession())?.user.app_metadata?.['providers']
  return !Array.isArray(providers) || providers.includes('email')
}

/** Checks the person's password by signing in again: the server limits attempts, and allows irreversible changes for
 * five minutes after (docs/decisions/0032-ended-sessions.md). */
export async function verifyPassword(password: string): Promise<Result<'proved' | 'wrong'>> {
  const email = (await storedSession())?.user.email
  if (!email) return failed('signed_out')
  const proved = await passwordSignIn(email, password)
  if (proved.ok) {
    const kept = await keepSession(proved.value)
    return kept.ok ? ok('proved') : kept
  }
  return proved.failure.code === 'auth' ? ok('wrong') : proved
}

/** The message of GoTrue and of our server for a session too old to change the password. */
const TOO_OLD = /reauthenticat|sign in again/i

/** Changes the password once `current` is proved (null: the account has none) and signs out all other devices.
 * Returns 'wrong' for a wrong `current`, 'sign-in-again' when an account without one signed in too long ago. */
export async function changePassword(
  current: string | null,
  next: string,
): Promise<Result<'changed' | 'wrong' | 'sign-in-again'>> {
  if (current !== null) {
    const proved = await verifyPassword(current)
    if (!proved.ok) return proved
    if (proved.value === 'wrong') return ok('wrong')
  }
  const changed = await setPassword(next)
  if (changed.ok) return ok('changed')
  return changed.failure.code === 'auth' && TOO_OLD.test(changed.failure.message) ? ok('sign-in-again') : changed
}
