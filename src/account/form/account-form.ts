import { isEmail, MAX_PASSWORD_BYTES, PASSWORD_MIN } from '#shop/people/profile.ts'
import { t } from '#ui/messages/messages.ts'

/** Checks of the account forms. They only save a round trip: the server checks again. */

export type NewPasswordProblem = 'missing' | 'short' | 'long'

/** Returns why a new password is refused, or null. Spaces at either end count. */
export function newPasswordProblem(password: string): NewPasswordProblem | null {
  if (password === '') return 'missing'
  if ([...password].length < PASSWORD_MIN) return 'short'
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) return 'long'
  return null
}

/** Returns `path` when it is a path of this site, else `fallback`: a crafted link must not lead elsewhere. */
export function safeReturn(path: string | null | undefined, fallback: string): string {
  if (!path || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return fallback
  return path
}

/** The history state of /login, /register and /reset-password. */
export interface LoginState {
  reason?: 'book' | 'see'
  email?: string
}

export function emailProblemText(typed: string): string | undefined {
  if (typed.trim() === '') return t('account.missing.email')
  return isEmail(typed) ? undefined : t('account.badEmail')
}

/** Why this cannot be a new password; undefined when it can. */
export function weakPasswordText(typed: string): string | undefined {
  const problem = newPasswordProblem(typed)
  return problem ? newPasswordProblemText(problem, typed) : undefined
}

/** Why `confirm` does not repeat the new password; undefined when it does. */
export function confirmProblemText(confirm: string, password: string): string | undefined {
  if (confirm === '') return t('account.missing.confirm')
  return confirm === password ? undefined : t('account.mismatch')
}

export function newPasswordProblemText(problem: NewPasswordProblem, typed: string): string {
  if (problem === 'missing') return t('account.missing.newPassword')
  if (problem === 'long') return t('account.longPassword', { n: MAX_PASSWORD_BYTES })
  return t('account.shortPassword', { n: PASSWORD_MIN, have: [...typed].length })
}
