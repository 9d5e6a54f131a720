import { useRef, useState, type FormEvent } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { readEditableSettings, saveSettings, type EditableSettings } from '#shop/settings/settings-admin.api.ts'
import { syncNow } from '#shop/sync/sync.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField, TextArea, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useSharedEdit } from '../kit/edit/use-shared-edit.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { focusFirstProblem } from '../kit/edit/focus-first-problem.ts'
import { AccountPart } from './account-part.tsx'
import { Part } from './form-part.tsx'
import { changedFields, draftOf, readSettingsDraft, type SettingsField } from './settings-draft.ts'

const labels: Record<SettingsField, string> = {
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
  const edit = useSharedEdit(stored, draftOf, changedFields, readEditableSettings)
  const { seen, draft, setDraft, others } = edit
  const [problems, setProblems] = useState<Partial<Record<SettingsField, string>>>({})
  const { busy, failure, run, forget } = useAction(
    async (settings: Parameters<typeof saveSettings>[1]) => {
      const result = await saveSettings(seen.revision, settings)
      if (!result.ok && result.failure.code === 'changed_meanwhile') await edit.compare()
      return result.ok ? ok(await readEditableSettings()) : result
    },
    { done: 'Settings saved', failed: 'Error saving settings' },
  )
  const form = useRef<HTMLFormElement>(null)
  const changed = changedFields(draftOf(seen), draft).length > 0

  useUnsavedWork(changed)

  const show = (found: Partial<Record<SettingsField, string>>) => {
    setProblems(found)
    focusFirstProblem(form.current, Object.keys(labels) as SettingsField[], found)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const read = readSettingsDraft(draft, seen)
    forget()
    if (!read.ok) return show(read.problems)
    setProblems({})
    const result = await run(read.settings)
    if (!result) return
    if (!result.ok) {
      const { code, detail } = result.failure
      const column = typeof detail === 'string' ? fieldOfColumn[detail] : undefined
      if (code === 'invalid' && column) show({ [column]: 'The server refused this.' })
      return
    }
    edit.accept(result.value.ok ? result.value.value : null)
    // The storefront on this device reads the device's copy.
    void syncNow()
    void onSaved()
  }

  const field = (name: SettingsField) => ({
    name,
    label: labels[name],
    value: draft[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setDraft((now) => ({ ...now, [name]: event.target.value })),
  })
  const now = draftOf(seen)

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Shop" className="grid gap-8">
      {failure ? (
        <Note kind="bad" role="alert">
          <p className="font-strong">Error saving settings</p>
          <p>{whyFailed(failure)}</p>
          {others.length > 0 ? (
            <ul className="mt-1">
              {others.map((name) => (
                <li key={name} className="wrap-anywhere">
                  {labels[name]}, now stored: {now[name] || 'nothing'}
                </li>
              ))}
            </ul>
          ) : null}
        </Note>
      ) : null}
      <AccountPart
        field={field}
        draft={draft}
        saved={now.upiId}
        onChange={(change) => setDraft((typed) => ({ ...typed, ...change }))}
      />
      <Part title="Contacts" text="In the shop’s top bar, its footer, and its contact and help pages.">
        <EmailField {...field('email')} autoComplete="off" maxLength={250} />
        <TextField {...field('phone')} type="tel" maxLength={24} />
        <TextField {...field('whatsapp')} type="tel" hint="With the country code" maxLength={24} />
        <TextArea {...field('address')} rows={3} maxLength={500} />
      </Part>
      <Part title="What the law asks to show" text="On the contact and terms pages.">
        <TextField {...field('gstin')} autoCapitalize="characters" spellCheck={false} maxLength={15} />
        <TextField {...field('grievanceOfficer')} maxLength={100} />
        <EmailField {...field('grievanceEmail')} autoComplete="off" maxLength={250} />
        <TextField {...field('grievancePhone')} type="tel" maxLength={24} />
      </Part>
      <Part title="Social links" text="In the footer. Empty ones are not shown.">
        <TextField {...field('instagram')} type="url" placeholder="https://" spellCheck={false} />
        <TextField {...field('facebook')} type="url" placeholder="https://" spellCheck={false} />
        <TextField {...field('x')} type="url" placeholder="https://" spellCheck={false} />
        <TextField {...field('youtube')} type="url" placeholder="https://" spellCheck={false} />
      </Part>
      <Part
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
      </Part>
      <Part
        title="Payment screenshots"
        text="Payers’ UPI ids and the bank’s mails are kept as long. Customers read this number in the privacy policy."
      >
        <TextField
          {...field('screenshotDays')}
          hint="Days after the decision; then they are deleted"
          inputMode="numeric"
          maxLength={4}
        />
      </Part>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save settings
        </Button>
        <Button
          kind="line"
          disabled={!changed || busy}
          onClick={() => {
            setDraft(draftOf(seen))
            setProblems({})
            forget()
          }}
        >
          Undo changes
        </Button>
      </div>
    </form>
  )
}
