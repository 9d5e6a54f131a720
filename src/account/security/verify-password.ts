import { keepSession, passwordSignIn } from '#shop/people/auth.api.ts'
import { storedSession } from '#platform/supabase/session.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'

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
