import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { authBackend, authSettings } from '#platform/supabase/client.ts'
import { backendSettings } from '#platform/supabase/backend-config.ts'

const linkKinds = ['recovery', 'signup', 'invite', 'magiclink', 'email'] as const
export type LinkKind = (typeof linkKinds)[number]
export const isLinkKind = (text: string | null): text is LinkKind => linkKinds.some((kind) => kind === text)

/**
 * One password has several spellings in Unicode, and keyboards differ in which they send: ज़ is one sign or two. RFC 8265
 * compares them in NFC; not NFKC, which makes different passwords one.
 */
export const typedPassword = (password: string): string => password.normalize('NFC')

/** Mails a link to `redirectTo`; hides whether the address has an account. Fails with `auth`, `rate_limited`. */
export async function sendPasswordLink(email: string, redirectTo: string): Promise<Result<unknown>> {
  const client = await authBackend()
  return call(() => client.auth.resetPasswordForEmail(email, { redirectTo }))
}

/** Fails with `auth` (too weak, or the same as before), `signed_out`. */
export async function setPassword(password: string): Promise<Result<unknown>> {
  const client = await authBackend()
  return call<unknown>(() => client.auth.updateUser({ password: typedPassword(password) }))
}

/** True when the shop can send mail: the embedded server confirms addresses only with a mail server. */
export async function mailWorks(): Promise<Result<boolean>> {
  if (backendSettings().url !== globalThis.location.origin) return ok(true)
  return parsed(await callRead(authSettings), (settings) => settings.mailer_autoconfirm === false)
}
