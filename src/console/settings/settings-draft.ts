import type { ShopSettingsRow } from '#backend/catalogue-api.ts'
import { isUpiId } from '#domain/upi.ts'

/** Networks that the form asks for; what else is stored is kept. */
export const networks = ['instagram', 'facebook', 'x', 'youtube'] as const
export type Network = (typeof networks)[number]

const textFields = [
  'payeeName',
  'upiId',
  'email',
  'phone',
  'whatsapp',
  'address',
  'gstin',
  'grievanceOfficer',
  'grievanceEmail',
  'grievancePhone',
] as const

export type SettingsField = (typeof textFields)[number] | Network | 'screenshotDays'
/** Everything as typed. */
export type SettingsDraft = Record<SettingsField, string>

export const draftOf = (settings: ShopSettingsRow): SettingsDraft => ({
  ...(Object.fromEntries(textFields.map((name) => [name, settings[name]])) as Record<
    (typeof textFields)[number],
    string
  >),
  ...(Object.fromEntries(networks.map((name) => [name, settings.socialLinks[name] ?? ''])) as Record<Network, string>),
  screenshotDays: String(settings.screenshotDays),
})

const EMAIL = /^[^@\s<>"]{1,64}@[^@\s<>"]{1,180}$/
const PHONE = /^[+]?[0-9][0-9 ()-]{5,22}$/
/** State, PAN, entity, Z, check character: the form of India's GST number. */
const GSTIN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/
/** Names the database keeps short. */
const NAME_MAX = 100
const ADDRESS_MAX = 500
/** The handle of a UPI id, as the database takes it, in characters. */
const UPI_MAX = 120
export const SCREENSHOT_DAYS_MAX = 3650

type Check = (typed: string) => string | null
const email: Check = (typed) => (EMAIL.test(typed) ? null : 'This is not an e-mail address.')
const phone: Check = (typed) => (PHONE.test(typed) ? null : 'Write digits, with the country code: +91 98765 43210.')
const name: Check = (typed) => (typed.length <= NAME_MAX ? null : `At most ${NAME_MAX} characters.`)
const link: Check = (typed) =>
  /^https:\/\/[^\s"<>]+$/.test(typed) && URL.canParse(typed) ? null : 'Write the whole address, beginning with https://'

const checks: Record<Exclude<SettingsField, 'screenshotDays'>, Check> = {
  payeeName: name,
  upiId: (typed) =>
    isUpiId(typed) && typed.length <= UPI_MAX ? null : 'A UPI id is a name, @ and a bank’s handle: mehfil@okaxis',
  email,
  phone,
  whatsapp: (typed) =>
    PHONE.test(typed) && typed.replace(/\D/g, '').length >= 11
      ? null
      : 'WhatsApp needs the country code: +91 98765 43210.',
  address: (typed) => (typed.length <= ADDRESS_MAX ? null : `At most ${ADDRESS_MAX} characters.`),
  gstin: (typed) => (GSTIN.test(typed.toUpperCase()) ? null : 'A GSTIN has 15 characters: 27AAPFU0939F1ZV'),
  grievanceOfficer: name,
  grievanceEmail: email,
  grievancePhone: phone,
  instagram: link,
  facebook: link,
  x: link,
  youtube: link,
}

export type SettingsRead =
  { ok: true; settings: ShopSettingsRow } | { ok: false; problems: Partial<Record<SettingsField, string>> }

/** What the form says, or what is wrong with it. Links of other networks in `stored` are kept. */
export function readSettingsDraft(draft: SettingsDraft, stored: ShopSettingsRow): SettingsRead {
  const problems: Partial<Record<SettingsField, string>> = {}
  for (const [field, check] of Object.entries(checks) as [Exclude<SettingsField, 'screenshotDays'>, Check][]) {
    const typed = draft[field].trim()
    const problem = typed === '' ? null : check(typed)
    if (problem) problems[field] = problem
  }
  if (draft.upiId.trim() !== '' && draft.payeeName.trim() === '')
    problems.payeeName = 'Customers see this name before they pay: write the account holder’s.'
  const days = draft.screenshotDays.trim()
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > SCREENSHOT_DAYS_MAX)
    problems.screenshotDays = `A number of days from 1 to ${SCREENSHOT_DAYS_MAX}.`
  if (Object.keys(problems).length > 0) return { ok: false, problems }

  const socialLinks = { ...stored.socialLinks }
  for (const network of networks) {
    const typed = draft[network].trim()
    if (typed) socialLinks[network] = typed
    else delete socialLinks[network]
  }
  const texts = Object.fromEntries(textFields.map((field) => [field, draft[field].trim()])) as Record<
    (typeof textFields)[number],
    string
  >
  return {
    ok: true,
    settings: { ...texts, gstin: texts.gstin.toUpperCase(), socialLinks, screenshotDays: Number(days) },
  }
}

/** The fields whose stored value is not what the form was opened with. */
export function changedFields(seen: SettingsDraft, now: SettingsDraft): SettingsField[] {
  return (Object.keys(seen) as SettingsField[]).filter((field) => seen[field] !== now[field])
}
