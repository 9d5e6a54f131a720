import {
  codeSignIn,
  dropSession,
  endSession,
  googleAddress,
  googleOffered,
  keepSession,
  linkSignIn,
  passwordSignIn,
  signUp,
} from '#shop/people/auth.api.ts'
import { PRIVACY_UPDATED } from '#shop/people/profile.ts'
import type { LinkKind } from '#shop/people/password.api.ts'
import { storedSession, type StoredSession } from '#platform/supabase/session.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { adoptSubmissions } from '#shop/orders/outbox/adopt-submissions.store.ts'
import { clearStoredCart } from '#shop/cart/cart.store.ts'
import { chooseCity } from '#shop/catalogue/chosen-city.store.ts'
import { forgetTickets } from '#shop/tickets/had-tickets.store.ts'
import { customerToReplace } from '#shop/people/others-here.store.ts'
import { refreshRoles } from '#shop/people/role.store.ts'
import { eraseOthers, leave, unsentOf } from '#shop/people/session.store.ts'
import { dismissEmptiedNotice } from '#shop/device/store.ts'
import { spokenLanguage } from '#ui/language.ts'
import { waitForIdentity, type Identity } from './identity.ts'
import { askToReplace } from './replace-question.tsx'
import { forgetPerson, rememberReturn, switchPerson } from './tab-memory.ts'

export { rememberReturn, takeReturn } from './tab-memory.ts'

const CALLBACK_PATH = '/auth/callback'

const tidy = (email: string): string => email.trim().toLowerCase()

/** 'stayed': the customer declined to replace the person whose tickets are on this device. */
export type Arrival = Identity | 'stayed'

/** Signs in; trims and lower-cases the email. Fails with `auth`, `rate_limited`, `unreachable`, `storage`. */
export async function signIn(email: string, password: string): Promise<Result<Arrival>> {
  const result = await passwordSignIn(tidy(email), password)
  return result.ok ? enter(result.value) : result
}

/** Signs in with the token of a link, which works once. Fails with `auth` when it was used before. */
export async function signInByLink(tokenHash: string, kind: LinkKind): Promise<Result<Arrival>> {
  const result = await linkSignIn(tokenHash, kind)
  return result.ok ? enter(result.value) : result
}

/** Creates an account with the page's language (English is not saved). 'confirm-email': confirm, then sign in. */
export async function register(
  name: string,
  email: string,
  password: string,
): Promise<Result<'signed-in' | 'confirm-email' | 'stayed'>> {
  const language = spokenLanguage()
  const about = {
    name: name.trim(),
    language: language === 'en' ? undefined : language,
    privacy_notice: PRIVACY_UPDATED,
  }
  const result = await signUp(about, tidy(email), password, location.origin + CALLBACK_PATH)
  if (!result.ok) return result
  if (!result.value) return ok('confirm-email')
  const arrived = await enter(result.value)
  if (!arrived.ok) return arrived
  return ok(arrived.value === 'stayed' ? 'stayed' : 'signed-in')
}

/** Completes every sign-in. Asks before it removes another person's tickets and session from this device. */
async function enter(session: StoredSession): Promise<Result<Arrival>> {
  // When the device cannot be read, ask anyway: signing in removes what others have here.
  const others = await customerToReplace(session.user.id).catch(() => 'unknown' as const)
  if (others && !(await askToReplace(others, session.user.email ?? ''))) {
    void dropSession(session)
    return ok('stayed')
  }
  const kept = await keepSession(session)
  return kept.ok ? arrive() : kept
}

async function arrive(): Promise<Result<Identity>> {
  const session = await storedSession()
  if (!session) return failed('storage', 'the session could not be kept')
  // First: payments of an account that the server lost pass to the same person's new account.
  await adoptSubmissions()
  await eraseOthers(session.user.id)
  switchPerson(session.user.id)
  forgetTickets()
  dismissEmptiedNotice()
  await refreshRoles()
  return ok(await waitForIdentity(session.user.id))
}

/** Leaves for Google's page; the result matters only when that fails. */
export async function signInWithGoogle(returnTo: string): Promise<Result<null>> {
  rememberReturn(returnTo)
  const address = await googleAddress(location.origin + CALLBACK_PATH)
  if (!address.ok) return address
  location.assign(address.value)
  return ok(null)
}

/** Finishes Google's sign-in. Takes only a code, valid on the device that began: a link with tokens can be forged. */
export async function completeCallback(url: string): Promise<Result<Arrival>> {
  const { searchParams } = new URL(url, location.origin)
  const code = searchParams.get('code')
  if (!code) return failed('auth', searchParams.get('error_description') ?? 'nothing to sign in with')
  const result = await codeSignIn(code)
  return result.ok ? enter(result.value) : result
}

/** Ends the session and erases the person's data here. With unsent data it does nothing and returns 'unsent': ask, then
 * call again with `keepUnsent`: true keeps it for the owner's next sign-in, false erases it. */
export async function signOut(options: { keepUnsent?: boolean } = {}): Promise<'signed-out' | 'unsent'> {
  const session = await storedSession()
  if (session && options.keepUnsent === undefined && (await unsentOf(session.user.id)) > 0) return 'unsent'
  forgetTickets()
  await endSession()
  await leave(options.keepUnsent ?? false)
  // A visitor's cart passes to the next person who signs in: remove this person's.
  clearStoredCart()
  chooseCity('')
  forgetPerson()
  await waitForIdentity(null)
  return 'signed-out'
}

let google: Promise<boolean> | null = null

/** Whether Google is offered; false while the server does not answer. */
export function googleEnabled(): Promise<boolean> {
  google ??= googleOffered().then((result) => {
    if (!result.ok) google = null
    return result.ok && result.value
  })
  return google
}
