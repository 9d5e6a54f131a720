import { asIs, number, or, row, text, type Of } from '#platform/text/wire.ts'
import { lookFields } from './shop-look-row.ts'
import type { Paise } from '#shop/prices/money.ts'

/** Whose address the UPI id is; '' while staff have not said. */
export type UpiKind = 'merchant' | 'personal' | ''

const blank = or(text, '')
export const settings = {
  ...lookFields,
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

/** What the shop's account received by UPI today. */
export interface ReceivedToday {
  /** Null while staff have named none. */
  limit: Paise | null
  received: Paise
  /** What was added up: credits that a source of proofs brought, or payments that customers submitted. */
  counted: 'credits' | 'payments'
}

const NEAR_PERCENT = 80

/** Returns how much of the day's limit came in, in whole percent rounded down; null below 80 and without a limit. */
export function percentNearLimit({ limit, received }: ReceivedToday): number | null {
  if (limit === null) return null
  const percent = Math.floor((received * 100) / limit)
  return percent >= NEAR_PERCENT ? percent : null
}
