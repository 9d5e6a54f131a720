import { asIs, number, or, row, text, type Of } from '#platform/text/wire.ts'

/** Whose address the UPI id is; '' while staff have not said. */
export type UpiKind = 'merchant' | 'personal' | ''

const blank = or(text, '')
export const settings = {
  payeeName: blank,
  /** Empty while the shop cannot take payments. */
  upiId: blank,
  upiKind: (kind: unknown) => (kind ?? '') as UpiKind,
  /** A merchant's category, four digits, for links and QR codes. */
  upiMcc: blank,
  email: blank,
  phone: blank,
  whatsapp: blank,
  address: blank,
  gstin: blank,
  grievanceOfficer: blank,
  grievanceEmail: blank,
  grievancePhone: blank,
  socialLinks: asIs<Record<string, string>>(),
  screenshotDays: number,
}
export const parseShopSettings = row(settings)
/** Unset fields are empty text. */
export type ShopSettingsRow = Of<typeof parseShopSettings>
export type SettingsWire = Parameters<typeof parseShopSettings>[0]
