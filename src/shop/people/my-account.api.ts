import type { Result } from '#platform/failure/failure.ts'
import { isLanguage } from '#platform/text/language.ts'
import type { HeldRole } from './role.ts'
import { parseRoles } from '#shop/staff/role-rows.ts'
import type { Profile, ProfileChange } from './profile.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { RowOf } from '#platform/supabase/rows.ts'
import { asIs, instant, isTrue, or, orNull, row, text } from '#platform/text/wire.ts'
import type { Json } from '#platform/supabase/database.types.ts'
import { asPerson } from '#platform/supabase/ask.ts'

/** Does not retry: the wallet sync repeats it. */
export const myRoles = (): Promise<Result<HeldRole[]>> => asPerson.call('my_roles', {}, parseRoles)

const PROFILE_COLUMNS =
  'id,name,email,phone,location,refund_upi_id,company,gstin,language,region,notify_email,marketing_consented_at'

export type ProfileWire = RowOf<'profiles', typeof PROFILE_COLUMNS>

const blank = or(text, '')
const parseRow = row({
  id: text,
  name: blank,
  email: blank,
  phone: blank,
  location: blank,
  refundUpiId: blank,
  company: blank,
  gstin: blank,
  language: (value: unknown) => (isLanguage(value) ? value : null),
  region: (value: unknown) => (value === 'international' ? 'international' : 'india'),
  notifyEmail: isTrue,
  marketingConsentedAt: orNull(instant),
})

export function parseProfile(profile: ProfileWire): Profile {
  const { id: _, ...rest } = parseRow(profile)
  return rest
}

/** Returns null for an account without a profile; saving creates it. Does not retry. */
export async function readMyProfile(userId: string): Promise<Result<Profile | null>> {
  const answer = await call(async () =>
    (await backend()).from('profiles').select(PROFILE_COLUMNS).eq('id', userId).limit(1),
  )
  return parsed(answer, (rows) => (rows[0] ? parseProfile(rows[0]) : null))
}

const columns = {
  name: 'name',
  phone: 'phone',
  location: 'location',
  refundUpiId: 'refund_upi_id',
  company: 'company',
  gstin: 'gstin',
  language: 'language',
  region: 'region',
  notifyEmail: 'notify_email',
  marketingConsent: 'marketing_consent',
} as const satisfies Record<keyof ProfileChange, string>

/** Changes the given fields and returns the whole profile. Refusal: `invalid` (detail: the column). */
export async function saveMyProfile(change: ProfileChange): Promise<Result<Profile>> {
  const given: Record<string, Json> = {}
  for (const [field, column] of Object.entries(columns)) {
    const value = change[field as keyof ProfileChange]
    if (value !== undefined) given[column] = value
  }
  return asPerson.call('save_profile', { p_profile: given }, parseProfile)
}

export const exportMyData = (): Promise<Result<unknown>> => asPerson.read('export_my_data', {}, asIs<unknown>())

export interface Unsettled {
  pendingPayments: number
  upcomingTickets: number
}

/** Reads the detail of a refused deletion; null for another refusal. */
export function unsettledOf(detail: unknown): Unsettled | null {
  const found = detail as { pending_payments?: unknown; upcoming_tickets?: unknown } | null | undefined
  if (typeof found?.pending_payments !== 'number' || typeof found.upcoming_tickets !== 'number') return null
  return { pendingPayments: found.pending_payments, upcomingTickets: found.upcoming_tickets }
}

/** Refusals: `pending_payment` (see unsettledOf; not with `confirm`), `last_admin`, `sign_in_again` (after 5 min). */
export const deleteMyAccount = (confirm: boolean): Promise<Result<null>> =>
  asPerson.call('delete_my_account', { p_confirm: confirm })
