import { readBankSetup, saveBankSetup, SETUP_ROW, type BankSetup } from '#shop/bank/bank-setup.api.ts'
import { bankMailTemplates } from '#shop/proofs/bank-mail-templates.ts'
import { banks } from '#shop/proofs/banks.ts'
import { CheckField, EmailField, SelectField, TextField } from '#ui/controls/field.tsx'
import { RecordHistory } from '../../history/history-list.tsx'
import { FailureNote, FieldSection, FormButtons, FormFrame } from '../../kit/form/form-frame.tsx'
import { useForm, type Problems } from '../../kit/form/use-form.ts'
import { useStored } from '../../kit/form/use-stored.ts'
import { BankFacts, BankTable } from './bank-facts.tsx'
import { fieldOfColumn, readSetupDraft, setupDraftOf, setupLabels, type SetupDraft } from './setup-draft.ts'

type TextName = Exclude<keyof SetupDraft, 'confirmed'>

/** Edits bank and mailbox. `server`: the shop has a server of its own, which alone opens mailboxes. */
export function SetupForm({
  stored,
  server,
  onSaved,
}: {
  stored: BankSetup
  server: boolean
  onSaved: () => Promise<unknown>
}) {
  const { seen, now, others, save } = useStored(stored, setupDraftOf, readBankSetup)
  const form = useForm({
    start: now,
    read: (draft: SetupDraft) => readSetupDraft(draft, seen),
    save: ({ setup }) => save(() => saveBankSetup(seen.revision, setup)),
    onSaved: (fresh, reset) => {
      if (fresh) reset()
      void onSaved()
    },
    onRefused: ({ code, detail }): Problems => {
      const name = code === 'invalid' && typeof detail === 'string' ? fieldOfColumn[detail] : undefined
      return name ? { [name]: 'The server refused this.' } : {}
    },
    done: 'Saved',
    failed: 'Error saving how money is seen',
  })
  const { draft, change } = form
  const field = (name: TextName) => ({ ...form.field(name), label: setupLabels[name] })
  const bank = banks.find(({ id }) => id === draft.bank)
  const wordings = bankMailTemplates.filter((one) => one.bank === draft.bank)

  return (
    <FormFrame form={form} name="Bank and mailbox" className="grid gap-8">
      <FailureNote failure={form.failure} title="Error saving how money is seen">
        {others.length > 0 ? (
          <ul className="mt-1">
            {others.map((name) => (
              <li key={name} className="wrap-anywhere">
                {setupLabels[name]}, now stored: {String(now[name]) || 'nothing'}
              </li>
            ))}
          </ul>
        ) : null}
      </FailureNote>
      <FieldSection title="Your bank" text="What it sends decides what the shop can see by itself.">
        <SelectField {...form.field('bank')} label={setupLabels.bank}>
          <option value="">Not chosen yet</option>
          {banks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="other">Another bank</option>
        </SelectField>
        <div className="desk:col-span-2">
          {bank ? (
            <BankFacts bank={bank} />
          ) : draft.bank === 'other' ? (
            <p className="max-w-[68ch] text-2">
              The shop knows no mail of another bank. Read one of its mails below, and send us the redacted sample.
            </p>
          ) : null}
        </div>
        <div className="desk:col-span-2">
          <BankTable />
        </div>
      </FieldSection>
      {server ? (
        <>
          <FieldSection
            title="Its mails"
            text="A mail counts only if it is to this address, about this account, and fresh."
          >
            <EmailField {...field('mailTo')} hint="One of its own, that only the bank knows" autoComplete="off" />
            <TextField
              {...field('account')}
              hint="Three to six, as the mail shows them"
              inputMode="numeric"
              maxLength={6}
            />
            <TextField {...field('mailHours')} hint="In hours" inputMode="numeric" maxLength={3} />
            {wordings.length > 0 ? (
              <fieldset className="min-w-0 desk:col-span-2">
                <legend className="text-2 leading-5 font-strong">Wordings that you have seen on a real mail</legend>
                <p className="mt-1 max-w-[68ch] text-1 text-muted">
                  Try a mail below first. Only a wording that is ticked here may approve a payment without a person.
                </p>
                {wordings.map(({ id, name }) => (
                  <CheckField
                    key={id}
                    label={name}
                    checked={draft.confirmed.includes(id)}
                    onChange={({ target }) =>
                      change({
                        confirmed: target.checked
                          ? [...draft.confirmed, id].toSorted()
                          : draft.confirmed.filter((one) => one !== id),
                      })
                    }
                  />
                ))}
              </fieldset>
            ) : null}
          </FieldSection>
          <FieldSection
            title="The mailbox"
            text="The shop’s server opens it read-only and waits for new mail. Nothing is deleted, moved or marked as read. Empty: none is read."
          >
            <TextField {...field('imapHost')} hint="Such as imap.gmail.com" autoCapitalize="none" spellCheck={false} />
            <TextField
              {...field('imapPort')}
              hint="993 is TLS; every other port STARTTLS"
              inputMode="numeric"
              maxLength={5}
            />
            <TextField {...field('imapUser')} autoCapitalize="none" spellCheck={false} maxLength={250} />
            <TextField
              {...field('imapPassword')}
              type="password"
              autoComplete="new-password"
              hint={
                seen.hasPassword
                  ? 'One is stored and never shown again. Write a new one to replace it'
                  : 'At Gmail an app password'
              }
              maxLength={250}
            />
            <TextField {...field('imapFolder')} spellCheck={false} maxLength={250} />
          </FieldSection>
        </>
      ) : null}
      <FormButtons form={form} save="Save" saving="Saving..." undo="Undo changes" />
      <RecordHistory key={seen.updatedAt} of={[{ noun: 'bank_setup', ids: [SETUP_ROW] }]} />
    </FormFrame>
  )
}
