import { passwordSignIn } from '#backend/auth-api.ts'
import { setPassword } from '#backend/password-api.ts'
import { storedSession } from '#backend/session.ts'
import { failed, ok, type Result } from '#domain/failure.ts'

/** Whether this account signs in with a password; one that only ever came through Google has none to ask for. */
export async function hasPassword(): Promise<boolean> {
  const providers = (await storedSession())?.user.app_metadata?.['providers']
  return !Array.isArray(providers) || providers.includes('email')
}

/**
 * Gives the account another password, after proving the current one (null: there is none), so that an unlocked phone
 * in other hands does not lose its account. 'wrong' when the current one is not right.
 */
export async function changePassword(current: string | null, next: string): Promise<Result<'changed' | 'wrong'>> {
  if (current !== null) {
    const email = (await storedSession())?.user.email
    if (!email) return failed('signed_out')
    const proved = await passwordSignIn(email, current)
    if (!proved.ok) return proved.failure.code === 'auth' ? ok('wrong') : proved
  }
  const changed = await setPassword(next)
  return changed.ok ? ok('changed') : changed
}
