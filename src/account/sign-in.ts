import { endSession, finishSignIn, googleAddress, googleOffered, passwordSignIn, signUp } from '#backend/auth-api.ts'
import { storedSession } from '#backend/session.ts'
import { failed, ok, type Result } from '#domain/failure.ts'
import { adoptSubmissions } from '#offline/adopt-submissions.ts'
import { clearStoredCart } from '#offline/cart.ts'
import { chooseCity } from '#offline/chosen-city.ts'
import { forgetTickets } from '#offline/had-tickets.ts'
import { refreshRole } from '#offline/role.ts'
import { eraseOthers, leave, unsentOf } from '#offline/session.ts'
import { forgetEmptied } from '#offline/store.ts'
import { spokenLanguage } from '#ui/language.ts'
import { identityHeard, type Identity } from './identity.ts'
import { forgetPerson, rememberReturn, settlePerson } from './tab-memory.ts'

export { rememberReturn, takeReturn } from './tab-memory.ts'

/** The address that Google, and a mailed confirmation, comes back to. */
const CALLBACK_PATH = '/auth/callback'

const tidy = (email: string): string => email.trim().toLowerCase()

/** Signs in with e-mail (trimmed, lower case) and password. Fails with `auth`, `rate_limited`, `unreachable`, `storage`. */
export async function signIn(email: string, password: string): Promise<Result<Identity>> {
  const result = await passwordSignIn(tidy(email), password)
  return result.ok ? arrive() : result
}

/**
 * Creates an account, which keeps the language it is created in. English is the rule and not kept: nobody chose it.
 * 'confirm-email': the address has to be confirmed first; nobody is signed in yet.
 */
export async function register(
  name: string,
  email: string,
  password: string,
): Promise<Result<'signed-in' | 'confirm-email'>> {
  const language = spokenLanguage()
  const about = { name: name.trim(), language: language === 'en' ? undefined : language }
  const result = await signUp(about, tidy(email), password, location.origin + CALLBACK_PATH)
  if (!result.ok) return result
  if (!result.value) return ok('confirm-email')
  const arrived = await arrive()
  return arrived.ok ? ok('signed-in') : arrived
}

/** What follows every sign-in: nothing of anybody else stays, and the role is known before a page is chosen by it. */
async function arrive(): Promise<Result<Identity>> {
  const session = await storedSession()
  if (!session) return failed('storage', 'the session could not be kept')
  // First: what an account left behind that the server has lost is this person's, when they are the same.
  await adoptSubmissions()
  await eraseOthers(session.user.id)
  settlePerson(session.user.id)
  // What is remembered from now on is about this person.
  forgetTickets()
  forgetEmptied()
  await refreshRole()
  return ok(await identityHeard(session.user.id))
}

/** Leaves the page for Google's; what it resolves with only matters when that failed. */
export async function signInWithGoogle(returnTo: string): Promise<Result<null>> {
  rememberReturn(returnTo)
  const address = await googleAddress(location.origin + CALLBACK_PATH)
  if (!address.ok) return address
  location.assign(address.value)
  return ok(null)
}

/** Finishes a sign-in from the address it came back with: `?code=`, or tokens in the fragment. The caller cleans the address. */
export async function completeCallback(url: string): Promise<Result<Identity>> {
  const { searchParams, hash } = new URL(url, location.origin)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const problem = searchParams.get('error_description') ?? fragment.get('error_description')
  const code = searchParams.get('code')
  const accessToken = fragment.get('access_token')
  const refreshToken = fragment.get('refresh_token')
  const brought = code ? { code } : accessToken && refreshToken ? { accessToken, refreshToken } : null
  if (!brought) return failed('auth', problem ?? 'nothing to sign in with')
  const result = await finishSignIn(brought)
  return result.ok ? arrive() : result
}

/**
 * Ends the session and erases this person's data on the device. With something unsent it does nothing and answers
 * 'unsent': ask, then call again with keepUnsent true (kept for the owner's next sign-in, seen by nobody else) or
 * false (erased too).
 */
export async function signOut(options: { keepUnsent?: boolean } = {}): Promise<'signed-out' | 'unsent'> {
  const session = await storedSession()
  if (session && options.keepUnsent === undefined && (await unsentOf(session.user.id)) > 0) return 'unsent'
  forgetTickets()
  await endSession()
  await leave(options.keepUnsent ?? false)
  // A visitor's cart goes to whoever signs in; the next person on this device does not get this one's.
  clearStoredCart()
  chooseCity('')
  forgetPerson()
  await identityHeard(null)
  return 'signed-out'
}

let google: Promise<boolean> | null = null

/** Whether to show Google's button; false while the server cannot be asked. */
export function googleEnabled(): Promise<boolean> {
  google ??= googleOffered().then((result) => {
    if (!result.ok) google = null
    return result.ok && result.value
  })
  return google
}
