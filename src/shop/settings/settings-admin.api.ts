import type { Result } from '#platform/failure/failure.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { boolean, columnsOf, instant, number, orNull, row, type Of } from '#platform/text/wire.ts'
import { settings, parseShopSettings, type ShopSettingsRow } from './shop-settings.ts'
import { publicBackend } from '#platform/supabase/client.ts'
import { readRow, updateRow } from '#platform/supabase/rows.ts'

/** Id of the only row in the audit log. */
export const SETTINGS_ROW = '1'

const saved = {
  ...settings,
  /** Hours that a payment with a screenshot keeps its seats undecided. */
  reviewHours: number,
  /** Minutes for a payment without a screenshot. */
  reviewMinutes: number,
  /** Rupees that the account may receive by UPI on one day; null while none is known. */
  dayLimit: orNull(number),
  /** The account is for this shop alone. */
  ownAccount: boolean,
}
const parseEditable = row({ ...saved, revision: number, updatedAt: instant })
export type EditableSettings = Of<typeof parseEditable>
export type SettingsToSave = Omit<EditableSettings, 'revision' | 'updatedAt'>

export const readEditableSettings = (): Promise<Result<EditableSettings>> =>
  readRow((client) => client.from('shop_settings').select('*').eq('id', 1), parseEditable)

/** Saves over the revision that was read. Refusals: changed_meanwhile, invalid (detail: the column), forbidden (row security
 * hides the row). */
export const saveSettings = (revision: number, edited: SettingsToSave): Promise<Result<null>> =>
  updateRow(
    'shop_settings',
    1,
    { ...columnsOf(saved, edited), upi_kind: edited.upiKind || null, revision },
    'forbidden',
  )

export async function readShopSettings(): Promise<Result<ShopSettingsRow | null>> {
  const answer = await call(async () => (await publicBackend()).from('shop_settings').select('*').limit(1))
  return parsed(answer, ([row]) => (row ? parseShopSettings(row) : null))
}
