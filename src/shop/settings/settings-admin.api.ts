import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { iso, numberOf } from '#platform/text/wire-values.ts'
import { parseShopSettings, type ShopSettingsRow } from './shop-settings.ts'
import { backend } from '#platform/supabase/client.ts'

/** Id of the only row in the audit log. */
export const SETTINGS_ROW = '1'

export interface SettingsToSave extends ShopSettingsRow {
  /** Hours that a payment with a screenshot keeps its seats undecided. */
  reviewHours: number
  /** Minutes for a payment without a screenshot. */
  reviewMinutes: number
  /** Rupees that the account may receive by UPI on one day; null while none is known. */
  dayLimit: number | null
  /** The account is for this shop alone. */
  ownAccount: boolean
}

export interface EditableSettings extends SettingsToSave {
  revision: number
  updatedAt: string
}

export async function readEditableSettings(): Promise<Result<EditableSettings>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('shop_settings').select('*').eq('id', 1),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([row]) => ({
    ...parseShopSettings(row!),
    reviewHours: numberOf(row!.review_hours),
    reviewMinutes: numberOf(row!.review_minutes),
    dayLimit: row!.day_limit === null ? null : numberOf(row!.day_limit),
    ownAccount: row!.own_account,
    revision: numberOf(row!.revision),
    updatedAt: iso(row!.updated_at),
  }))
}

/** Saves over the revision that was read. Refusals: changed_meanwhile, invalid (detail: the column). */
export async function saveSettings(revision: number, settings: SettingsToSave): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true }))
      .from('shop_settings')
      .update({
        payee_name: settings.payeeName,
        upi_id: settings.upiId,
        upi_kind: settings.upiKind || null,
        upi_mcc: settings.upiMcc,
        email: settings.email,
        phone: settings.phone,
        whatsapp: settings.whatsapp,
        address: settings.address,
        gstin: settings.gstin,
        grievance_officer: settings.grievanceOfficer,
        grievance_email: settings.grievanceEmail,
        grievance_phone: settings.grievancePhone,
        social_links: settings.socialLinks,
        screenshot_days: settings.screenshotDays,
        review_hours: settings.reviewHours,
        review_minutes: settings.reviewMinutes,
        day_limit: settings.dayLimit,
        own_account: settings.ownAccount,
        revision,
      })
      .eq('id', 1)
      .select('id'),
  )
  if (!answer.ok) return answer
  // Row security hides the row from users who may not change it.
  return answer.value.length > 0 ? ok(null) : failed('forbidden')
}
