import { setPassword } from '#shop/people/password.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { verifyPassword } from './verify-password.ts'

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
