import { readEditableSettings, saveSettings, type EditableSettings } from '#shop/settings/settings-admin.api.ts'
import { syncNow } from '#shop/sync/sync.store.ts'
import { EmailField, TextArea, TextField } from '#ui/controls/field.tsx'
import { FailureNote, FieldSection, FormButtons, FormFrame } from '../kit/form/form-frame.tsx'
import { useForm, type Problems } from '../kit/form/use-form.ts'
import { useStored } from '../kit/form/use-stored.ts'
import { lookLabels } from './look-draft.ts'
import { LookPart } from './look-part.tsx'
import { AccountPart } from './upi-part.tsx'
import { draftOf, readSettingsDraft, type SettingsField } from './settings-draft.ts'

const labels: Record<SettingsField, string> = {
  ...lookLabels,
  payeeName: 'Account holder',
  upiId: 'UPI id',
  upiKind: 'Kind of UPI id',
  upiMcc: 'Merchant category',
  dayLimit: 'Limit of a day',
  ownAccount: 'This account is for the shop alone',
  email: 'E-mail',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  address: 'Address',
  gstin: 'GSTIN',
  grievanceOfficer: 'Grievance officer',
  grievanceEmail: 'Officer’s e-mail',
  grievancePhone: 'Officer’s phone',
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  youtube: 'YouTube',
  screenshotDays: 'Keep screenshots for',
  reviewHours: 'Review time with a screenshot',
  reviewMinutes: 'Review time without one',
}

/** Names of columns in the database's refusals. */
const fieldOfColumn: Record<string, SettingsField> = {
  name: 'name',
  short_name: 'shortName',
  accent: 'accent',
  logo: 'logo',
  taglines: 'tagline.en',
  tiles: 'number1.en',
  payee_name: 'payeeName',
  upi_id: 'upiId',
  upi_kind: 'upiKind',
  upi_mcc: 'upiMcc',
  day_limit: 'dayLimit',
  own_account: 'ownAccount',
  email: 'email',
  phone: 'phone',
  whatsapp: 'whatsapp',
  address: 'address',
  gstin: 'gstin',
  grievance_officer: 'grievanceOfficer',
  grievance_email: 'grievanceEmail',
  grievance_phone: 'grievancePhone',
  screenshot_days: 'screenshotDays',
  review_hours: 'reviewHours',
  review_minutes: 'reviewMinutes',
}

export function ShopForm({ stored, onSaved }: { stored: EditableSettings; onSaved: () => Promise<unknown> }) {
  const { seen, now, others, save } = useStored(stored, draftOf, readEditableSettings)
  const form = useForm({
    start: now,
    read: (draft) => readSettingsDraft(draft, seen),
    save: ({ settings }) => save(() => saveSettings(seen.revision, settings)),
    onSaved: (fresh, reset) => {
      if (fresh) reset()
      // The storefront on this device reads the device's copy.
      void syncNow()
      void onSaved()
    },
    onRefused: ({ code, detail }): Problems => {
      const column = code === 'invalid' && typeof detail === 'string' ? fieldOfColumn[detail] : undefined
      return column ? { [column]: 'The server refused this.' } : {}
    },
    done: 'Settings saved',
    failed: 'Error saving settings',
  })
  const field = (name: SettingsField) => ({ ...form.field(name), label: labels[name] })

  return (
    <FormFrame form={form} name="Shop" className="grid gap-8">
      <FailureNote failure={form.failure} title="Error saving settings">
        {others.length > 0 ? (
          <ul className="mt-1">
            {others.map((name) => (
              <li key={name} className="wrap-anywhere">
                {labels[name]}, now stored: {now[name] || 'nothing'}
              </li>
            ))}
          </ul>
        ) : null}
      </FailureNote>
      <LookPart field={field} draft={form.draft} filled={seen.tiles.length} onChange={form.change} />
      <AccountPart field={field} draft={form.draft} saved={now.upiId} onChange={form.change} />
      <FieldSection title="Contacts" text="In the shop’s top bar, its footer, and its contact and help pages.">
        <EmailField {...field('email')} autoComplete="off" maxLength={250} />
        <TextField {...field('phone')} type="tel" maxLength={24} />
        <TextField {...field('whatsapp')} type="tel" hint="With the country code" maxLength={24} />
        <TextArea {...field('address')} rows={3} maxLength={500} />
      </FieldSection>
      <FieldSection title="What the law asks to show" text="On the contact and terms pages.">
        <TextField {...field('gstin')} autoCapitalize="characters" spellCheck={false} maxLength={15} />
        <TextField {...field('grievanceOfficer')} maxLength={100} />
        <EmailField {...field('grievanceEmail')} autoComplete="off" maxLength={250} />
        <TextField {...field('grievancePhone')} type="tel" maxLength={24} />
      </FieldSection>
      <FieldSection title="Social links" text="In the footer. Empty ones are not shown.">
        <TextField {...field('instagram')} type="url" placeholder="https://" spellCheck={false} />
        <TextField {...field('facebook')} type="url" placeholder="https://" spellCheck={false} />
        <TextField {...field('x')} type="url" placeholder="https://" spellCheck={false} />
        <TextField {...field('youtube')} type="url" placeholder="https://" spellCheck={false} />
      </FieldSection>
      <FieldSection
        title="Seats under review"
        text="How long the seats of an undecided payment stay under review. After that others can take them; the payment stays in the list. Where a credit backs the payment, there is no end."
      >
        <TextField
          {...field('reviewHours')}
          hint="Hours, once the screenshot has arrived"
          inputMode="numeric"
          maxLength={3}
        />
        <TextField {...field('reviewMinutes')} hint="Minutes, until it arrives" inputMode="numeric" maxLength={4} />
      </FieldSection>
      <FieldSection
        title="Payment screenshots"
        text="Payers’ UPI ids and the bank’s mails are kept as long. Customers read this number in the privacy policy."
      >
        <TextField
          {...field('screenshotDays')}
          hint="Days after the decision; then they are deleted"
          inputMode="numeric"
          maxLength={4}
        />
      </FieldSection>
      <FormButtons form={form} save="Save settings" saving="Saving..." undo="Undo changes" />
    </FormFrame>
  )
}
