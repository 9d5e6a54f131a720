import { numberOf } from '#platform/text/wire-values.ts'

/** Whose address the UPI id is; '' while staff have not said. */
export type UpiKind = 'merchant' | 'personal' | ''

/** Unset fields are empty text. */
export interface ShopSettingsRow {
  payeeName: string
  /** Empty while the shop cannot take payments. */
  upiId: string
  upiKind: UpiKind
  /** A merchant's category, four digits, for links and QR codes. */
  upiMcc: string
  email: string
  phone: string
  whatsapp: string
  address: string
  gstin: string
  grievanceOfficer: string
  grievanceEmail: string
  grievancePhone: string
  socialLinks: Record<string, string>
  screenshotDays: number
}

export interface SettingsWire {
  payee_name: string | null
  upi_id: string | null
  upi_kind: string | null
  upi_mcc: string | null
  email: string | null
  phone: string | null
  whatsapp: string | null
  address: string | null
  gstin: string | null
  grievance_officer: string | null
  grievance_email: string | null
  grievance_phone: string | null
  social_links: unknown
  screenshot_days: number
}

export function parseShopSettings(row: SettingsWire): ShopSettingsRow {
  return {
    payeeName: row.payee_name ?? '',
    upiId: row.upi_id ?? '',
    upiKind: (row.upi_kind ?? '') as UpiKind,
    upiMcc: row.upi_mcc ?? '',
    email: row.email ?? '',
    phone: row.phone ?? '',
    whatsapp: row.whatsapp ?? '',
    address: row.address ?? '',
    gstin: row.gstin ?? '',
    grievanceOfficer: row.grievance_officer ?? '',
    grievanceEmail: row.grievance_email ?? '',
    grievancePhone: row.grievance_phone ?? '',
    socialLinks: row.social_links as Record<string, string>,
    screenshotDays: numberOf(row.screenshot_days),
  }
}
