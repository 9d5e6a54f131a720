import { setPassword } from '#shop/people/password.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { provePassword } from './prove.ts'

/** GoTrue's and our server's word for a session that is too old to change the password. */
const TOO_OLD = /reauthenticat|sign in again/i

/**
 * Gives the account another password, after proving the current one (null: there is none), so that an unlocked phone
 * in other hands does not lose its account; every other device is signed out. 'wrong' when the current one is not right,
 * 'sign-in-again' when an account without a password signed in too long ago.
 */
export async function changePassword(
  current: string | null,
  next: string,
): Promise<Result<'changed' | 'wrong' | 'sign-in-again'>> {
  if (current !== null) {
    const proved = await provePassword(current)
    if (!proved.ok) return proved
    if (proved.value === 'wrong') return ok('wrong')
  }
  const changed = await setPassword(next)
  if (changed.ok) return ok('changed')
  return changed.failure.code === 'auth' && TOO_OLD.test(changed.failure.message) ? ok('sign-in-again') : changed
}
