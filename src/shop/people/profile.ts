import type { Language } from '#platform/text/language.ts'

/** `international`: times name their zone; links into UPI apps, which need an Indian bank account, are hidden. */
export type Region = 'india' | 'international'
export const regions: readonly Region[] = ['india', 'international']

/** The last change of the privacy notice in any language, which an account keeps from its registration; info-pages.test.ts enforces it. */
export const PRIVACY_UPDATED = '2026-11-30'

/** '' for what was never given. */
export interface Profile {
  name: string
  email: string
  phone: string
  location: string
  refundUpiId: string
  /** For the invoices of later orders, as the GSTIN. */
  company: string
  gstin: string
  /** Null when never chosen: the browser's language. */
  language: Language | null
  region: Region
  notifyEmail: boolean
  /** ISO instant of the consent; null without. */
  marketingConsentedAt: string | null
}

export type ProfileChange = Partial<
  Pick<
    Profile,
    'name' | 'phone' | 'location' | 'refundUpiId' | 'company' | 'gstin' | 'language' | 'region' | 'notifyEmail'
  > & {
    marketingConsent: boolean
  }
>

/** Characters of a name or place. */
export const MAX_PROFILE_TEXT_CHARACTERS = 120

/** Characters of a new password at least; of a hosted shop it is in supabase/config.toml, which a test compares. */
export const PASSWORD_MIN = 8
/** bcrypt, which the auth service uses, ignores bytes after the 72nd. */
export const MAX_PASSWORD_BYTES = 72

/** Checks the form of an address, deliberately loosely: only a mail that arrives proves it. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())

/** As in the database: an optional +, then 6 to 23 digits, spaces, brackets and hyphens. */
const PHONE = /^\+?\d[\d ()-]{5,22}$/
export const isPhone = (text: string): boolean => PHONE.test(text.trim())

/** As in the database: stricter than `isUpiId`, because staff type it. */
const REFUND_UPI_ID = /^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$/
export const isRefundUpiId = (text: string): boolean => REFUND_UPI_ID.test(text.trim())

const GSTIN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns whether it has the form of a GSTIN, in capitals, and its right check character (Luhn mod 36). As the database's is_gstin. */
export function isGstin(text: string): boolean {
  if (!GSTIN.test(text)) return false
  const sum = [...text.slice(0, -1)].reduce((total, sign, at) => {
    const value = SIGNS.indexOf(sign) * (1 + (at % 2))
    return total + Math.floor(value / 36) + (value % 36)
  }, 0)
  return text.endsWith(SIGNS.charAt((36 - (sum % 36)) % 36))
}
