import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { boolean, instant, number, orNull, row, type Of } from '#platform/text/wire.ts'
import { settings, parseShopSettings, type ShopSettingsRow } from './shop-settings.ts'
import { backend, publicBackend } from '#platform/supabase/client.ts'

/** Id of the only row in the audit log. */
export const SETTINGS_ROW = '1'

const editable = {
  ...settings,
  /** Hours that a payment with a screenshot keeps its seats undecided. */
  reviewHours: number,
  /** Minutes for a payment without a screenshot. */
  reviewMinutes: number,
  /** Rupees that the account may receive by UPI on one day; null while none is known. */
  dayLimit: orNull(number),
  /** The account is for this shop alone. */
  ownAccount: boolean,
  revision: number,
  updatedAt: instant,
}
const parseEditable = row(editable)
export type EditableSettings = Of<typeof parseEditable>
export type SettingsToSave = Omit<EditableSettings, 'revision' | 'updatedAt'>

export async function readEditableSettings(): Promise<Result<EditableSettings>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('shop_settings').select('*').eq('id', 1),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([found]) => parseEditable(found!))
}

/** Saves over the revision that was read. Refusals: changed_meanwhile, invalid (detail: the column). */
export async function saveSettings(revision: number, edited: SettingsToSave): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true }))
      .from('shop_settings')
      .update({
        payee_name: edited.payeeName,
        upi_id: edited.upiId,
        upi_kind: edited.upiKind || null,
        upi_mcc: edited.upiMcc,
        email: edited.email,
        phone: edited.phone,
        whatsapp: edited.whatsapp,
        address: edited.address,
        gstin: edited.gstin,
        grievance_officer: edited.grievanceOfficer,
        grievance_email: edited.grievanceEmail,
        grievance_phone: edited.grievancePhone,
        social_links: edited.socialLinks,
        screenshot_days: edited.screenshotDays,
        review_hours: edited.reviewHours,
        review_minutes: edited.reviewMinutes,
        day_limit: edited.dayLimit,
        own_account: edited.ownAccount,
        revision,
      })
      .eq('id', 1)
      .select('id'),
  )
  if (!answer.ok) return answer
  // Row security hides the row from users who may not change it.
  return answer.value.length > 0 ? ok(null) : failed('forbidden')
}

export async function readShopSettings(): Promise<Result<ShopSettingsRow | null>> {
  const answer = await call(async () => (await publicBackend()).from('shop_settings').select('*').limit(1))
  return parsed(answer, ([row]) => (row ? parseShopSettings(row) : null))
}
