import type { SettingsToSave } from '#shop/settings/settings-admin.api.ts'
import type { UpiKind } from '#shop/settings/shop-settings.ts'
import { isUpiId } from '#shop/payments/upi.ts'
import { draftOfLook, readLookDraft, type LookField } from './look-draft.ts'
import { isGstin } from '#shop/people/profile.ts'

const networks = ['instagram', 'facebook', 'x', 'youtube'] as const
export type Network = (typeof networks)[number]

const textFields = [
  'payeeName',
  'upiId',
  'upiMcc',
  'email',
  'phone',
  'whatsapp',
  'address',
  'gstin',
  'grievanceOfficer',
  'grievanceEmail',
  'grievancePhone',
] as const

const numberFields = ['screenshotDays', 'reviewHours', 'reviewMinutes'] as const
type NumberField = (typeof numberFields)[number]

/** `upiKind` is chosen, `ownAccount` ticked ('yes' or empty), `dayLimit` in rupees or empty. */
type AccountField = 'upiKind' | 'dayLimit' | 'ownAccount'

export type SettingsField = LookField | (typeof textFields)[number] | AccountField | Network | NumberField
export type SettingsDraft = Record<SettingsField, string>

export const draftOf = (settings: SettingsToSave): SettingsDraft => ({
  ...draftOfLook(settings),
  ...(Object.fromEntries(textFields.map((name) => [name, settings[name]])) as Record<
    (typeof textFields)[number],
    string
  >),
  upiKind: settings.upiKind,
  dayLimit: settings.dayLimit === null ? '' : String(settings.dayLimit),
  ownAccount: settings.ownAccount ? 'yes' : '',
  ...(Object.fromEntries(networks.map((name) => [name, settings.socialLinks[name] ?? ''])) as Record<Network, string>),
  ...(Object.fromEntries(numberFields.map((name) => [name, String(settings[name])])) as Record<NumberField, string>),
})

const EMAIL = /^[^@\s<>"]{1,64}@[^@\s<>"]{1,180}$/
const PHONE = /^[+]?[0-9][0-9 ()-]{5,22}$/
/** Limits of the database, as are those below. */
const NAME_MAX = 100
const ADDRESS_MAX = 500
const UPI_MAX = 120
const DAY_LIMIT_MAX_RUPEES = 999_999_999
const NUMBER_LIMITS = {
  screenshotDays: { least: 1, most: 3650, unit: 'days' },
  reviewHours: { least: 1, most: 720, unit: 'hours' },
  reviewMinutes: { least: 5, most: 1440, unit: 'minutes' },
} as const satisfies Record<NumberField, { least: number; most: number; unit: string }>

type Check = (typed: string) => string | null
const email: Check = (typed) => (EMAIL.test(typed) ? null : 'This is not an email address.')
const phone: Check = (typed) => (PHONE.test(typed) ? null : 'Write digits, with the country code: +91 98765 43210.')
const name: Check = (typed) => (typed.length <= NAME_MAX ? null : `At most ${NAME_MAX} characters.`)
const link: Check = (typed) =>
  /^https:\/\/[^\s"<>]+$/.test(typed) && URL.canParse(typed) ? null : 'Write the whole address, beginning with https://'

const checks: Record<Exclude<SettingsField, LookField | NumberField | AccountField>, Check> = {
  payeeName: name,
  upiId: (typed) =>
    isUpiId(typed) && typed.length <= UPI_MAX ? null : 'A UPI id is a name, @ and a bank’s handle: mehfil@okaxis',
  upiMcc: (typed) => (/^\d{4}$/.test(typed) ? null : 'Four digits, as the mc= of your QR has them.'),
  email,
  phone,
  whatsapp: (typed) =>
    PHONE.test(typed) && typed.replace(/\D/g, '').length >= 11
      ? null
      : 'WhatsApp needs the country code: +91 98765 43210.',
  address: (typed) => (typed.length <= ADDRESS_MAX ? null : `At most ${ADDRESS_MAX} characters.`),
  gstin: (typed) =>
    isGstin(typed.toUpperCase())
      ? null
      : typed.length === 15
        ? 'One of the 15 characters is wrong: compare it with the certificate.'
        : 'A GSTIN has 15 characters: 27AAPFU0939F1ZV',
  grievanceOfficer: name,
  grievanceEmail: email,
  grievancePhone: phone,
  instagram: link,
  facebook: link,
  x: link,
  youtube: link,
}

export type SettingsRead =
  { ok: true; settings: SettingsToSave } | { ok: false; problems: Partial<Record<SettingsField, string>> }

/** Returns the settings, or a problem for each field. Keeps links of other networks in `stored`. */
export function readSettingsDraft(typed: SettingsDraft, stored: SettingsToSave): SettingsRead {
  // Its field is a merchant's alone.
  const draft = typed.upiKind === 'merchant' ? typed : { ...typed, upiMcc: '' }
  const { look, problems: lookProblems } = readLookDraft(draft)
  const problems: Partial<Record<SettingsField, string>> = { ...lookProblems }
  for (const [field, check] of Object.entries(checks) as [keyof typeof checks, Check][]) {
    const typed = draft[field].trim()
    const problem = typed === '' ? null : check(typed)
    if (problem) problems[field] = problem
  }
  if (draft.upiId.trim() !== '' && draft.payeeName.trim() === '')
    problems.payeeName = 'Customers see this name before they pay: write the account holder’s.'
  const numbers = {} as Record<NumberField, number>
  for (const field of numberFields) {
    const { least, most, unit } = NUMBER_LIMITS[field]
    numbers[field] = /^\d{1,4}$/.test(draft[field].trim()) ? Number(draft[field]) : Number.NaN
    if (!(numbers[field] >= least && numbers[field] <= most))
      problems[field] = `A number of ${unit} from ${least} to ${most}.`
  }
  const limit = draft.dayLimit.replace(/[₹,\s]/g, '')
  const dayLimit = limit === '' ? null : /^\d{1,9}(\.\d{1,2})?$/.test(limit) ? Number(limit) : Number.NaN
  if (dayLimit !== null && !(dayLimit >= 1 && dayLimit <= DAY_LIMIT_MAX_RUPEES))
    problems.dayLimit = 'Write an amount in rupees, such as 2,00,000, or leave it empty.'
  if (!problems.reviewHours && !problems.reviewMinutes && numbers.reviewMinutes > numbers.reviewHours * 60)
    problems.reviewMinutes = 'Not longer than with a screenshot.'
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
    settings: {
      ...look,
      ...texts,
      gstin: texts.gstin.toUpperCase(),
      upiKind: draft.upiKind as UpiKind,
      dayLimit,
      ownAccount: draft.ownAccount === 'yes',
      socialLinks,
      ...numbers,
    },
  }
}
