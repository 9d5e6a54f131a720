import { expect, it } from 'vitest'
import type { SettingsToSave } from '#shop/settings/settings-admin.api.ts'
import { draftOf, readSettingsDraft, type SettingsField } from './settings-draft.ts'

const stored: SettingsToSave = {
  name: 'Raag',
  shortName: '',
  accent: '',
  logo: 'logo/0123456789abcdef-400x96-any',
  taglines: { en: 'evenings', hi: 'शाम' },
  tiles: [{ number: { en: '3' }, label: { en: 'halls', mr: 'सभागृहे' } }],
  payeeName: 'Mehfil Tickets',
  upiId: 'mehfil@okaxis',
  upiMcc: '7922',
  upiKind: 'merchant',
  dayLimit: 200_000,
  ownAccount: true,
  email: 'help@mehfil.example',
  phone: '+91 98765 43210',
  whatsapp: '+91 98765 43210',
  address: 'Fort, Mumbai',
  gstin: '',
  grievanceOfficer: '',
  grievanceEmail: '',
  grievancePhone: '',
  socialLinks: { instagram: 'https://instagram.com/mehfil', mastodon: 'https://example.social/@mehfil' },
  screenshotDays: 30,
  reviewHours: 24,
  reviewMinutes: 15,
}
const read = (change: Partial<Record<SettingsField, string>>) =>
  readSettingsDraft({ ...draftOf(stored), ...change }, stored)

it('the settings form returns the stored settings when nothing changed', () => {
  expect(read({})).toEqual({ ok: true, settings: stored })
})
it('the settings form trims, writes the GSTIN in capitals, and keeps links of other networks', () => {
  const made = read({ gstin: ' 27aapfu0939f1zv ', instagram: ' ', x: 'https://x.com/mehfil' })
  expect(made.ok && made.settings).toMatchObject({
    gstin: '27AAPFU0939F1ZV',
    socialLinks: { x: 'https://x.com/mehfil', mastodon: 'https://example.social/@mehfil' },
  })
  expect(made.ok && 'instagram' in made.settings.socialLinks).toBe(false)
})
it('the settings form reads the look, and leaves out numbers without a text', () => {
  const made = read({
    name: ' राग & "Co" ',
    accent: ' #1C3F99 ',
    'tagline.en': '',
    'tagline.hi': '',
    'number1.en': '',
    'label1.en': ' ',
    'label1.mr': '',
    'number3.en': '40+',
    'label3.en': 'evenings',
  })
  expect(made.ok && made.settings).toMatchObject({
    name: 'राग & "Co"',
    accent: '#1c3f99',
    taglines: {},
    tiles: [{ number: { en: '40+' }, label: { en: 'evenings' } }],
  })
})
it.each<[SettingsField, string]>([
  ['accent', 'orange'],
  ['accent', '#787878'],
  ['accent', '#ffee88'],
  ['number1.en', ''],
  ['label1.en', ''],
  ['tagline.en', ''],
  ['upiId', 'mehfil'],
  ['upiMcc', '79'],
  ['upiId', 'mehfil@ok axis'],
  ['upiId', 'mehfil@'],
  ['email', 'nobody'],
  ['phone', 'call us'],
  ['whatsapp', '98765 43210'],
  ['gstin', '27AAPFU0939F1Z'],
  ['gstin', '27AAPFU0939F1ZW'],
  ['grievanceEmail', 'a b@c'],
  ['instagram', 'instagram.com/mehfil'],
  ['x', 'javascript:alert(1)'],
  ['youtube', 'http://youtube.com/mehfil'],
  ['dayLimit', '0'],
  ['dayLimit', '0.5'],
  ['dayLimit', '-5'],
  ['dayLimit', '1.234'],
  ['dayLimit', '1000000000'],
  ['dayLimit', '2 lakh'],
  ['screenshotDays', '0'],
  ['screenshotDays', '1.5'],
  ['screenshotDays', '3651'],
  ['screenshotDays', ''],
  ['reviewHours', '0'],
  ['reviewHours', '721'],
  ['reviewMinutes', '4'],
  ['reviewMinutes', '1441'],
  ['reviewMinutes', 'soon'],
])('the settings form: %s cannot be "%s"', (field, typed) => {
  const made = read({ [field]: typed })
  expect(made.ok ? [] : Object.keys(made.problems)).toEqual([field])
})
it('the settings form reads the account: its kind, a limit as people write it, and the tick', () => {
  const made = read({ upiKind: 'personal', dayLimit: ' ₹1,50,000.50 ', ownAccount: '' })
  expect(made.ok && made.settings).toMatchObject({
    upiKind: 'personal',
    upiMcc: '',
    dayLimit: 150_000.5,
    ownAccount: false,
  })
})
it('the settings form takes an empty limit as none', () => {
  const made = read({ dayLimit: ' ' })
  expect(made.ok && made.settings.dayLimit).toBe(null)
  expect(draftOf({ ...stored, dayLimit: null, ownAccount: false })).toMatchObject({ dayLimit: '', ownAccount: '' })
})
it('the settings form requires the payee’s name with a UPI id', () => {
  const made = read({ payeeName: '' })
  expect(made.ok ? {} : made.problems).toHaveProperty('payeeName')
  expect(read({ payeeName: '', upiId: '' }).ok).toBe(true)
})
it('the settings form does not keep seats longer without a screenshot than with one', () => {
  const made = read({ reviewHours: '1', reviewMinutes: '61' })
  expect(made.ok ? {} : made.problems).toEqual({ reviewMinutes: 'Not longer than with a screenshot.' })
})
