/**
 * What the account forms ask of what was typed. Pure: each check returns the key of the sentence to show, or null.
 * The server decides again; these only save a round trip and say what to do.
 */

/** Characters a password has at least; the auth service is configured with the same number. */
export const PASSWORD_MIN = 8
/** bcrypt, which the auth service hashes with, reads no more than 72 bytes. */
export const MAX_PASSWORD_BYTES = 72

export type NewPasswordProblem = 'missing' | 'short' | 'long'

/** Deliberately loose (one @, something on both sides, a dot in the domain): only the mail itself proves an address. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())

/** Spaces at either end of a password are part of it: it is compared exactly as typed. */
export function newPasswordProblem(password: string): NewPasswordProblem | null {
  if (password === '') return 'missing'
  if ([...password].length < PASSWORD_MIN) return 'short'
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) return 'long'
  return null
}

/** Where to go after signing in: only a path of this site, so that a crafted link cannot send anyone elsewhere. */
export function safeReturn(path: string | null | undefined, fallback: string): string {
  if (!path || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return fallback
  return path
}
