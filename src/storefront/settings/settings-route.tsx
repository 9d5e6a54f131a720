import { signedInPage } from '#account/session/guards.tsx'
import type { SignedIn } from '#account/session/identity.ts'
import { SignOutElsewhere } from '#account/security/sign-out-elsewhere.tsx'
import { watchMyProfile, saveProfile } from '#shop/people/profile.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { PageSection } from '#ui/display/fact.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { DeleteAccount } from './delete-account-section.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { PasswordForm } from './password-form.tsx'
import { saveFailureText } from '#account/save-words.ts'
import { exportMyData } from '#shop/people/my-account.api.ts'
import { dayKey, formatDay } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { saveFile } from '#ui/browser/save-file.ts'
import { shopName } from '#ui/shop.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { promised } from '#platform/observable/promised.ts'
import { mailWorks } from '#shop/people/password.api.ts'
import { type Profile, isRefundUpiId, regions, type Region, type ProfileChange } from '#shop/people/profile.ts'
import { CheckField, SelectField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { useState } from 'react'
import { UpiIdField } from '../refunds/upi-id-field.tsx'
import { languages, type Language } from '#platform/text/language.ts'
import { languageNames, switchLanguage } from '#ui/language-choice.tsx'
import { usePreferredLanguage } from '#ui/language.ts'

export const SettingsRoute = signedInPage(SettingsPage)

function SettingsPage({ person: { userId: owner } }: { person: SignedIn }) {
  usePageTitle(t('settings.title'))
  const profile = useWatched(watchMyProfile, [owner]).value
  const sync = useWatched(watchSync, [owner]).value
  return (
    <div className="wrap pt-6 pb-10 desk:pt-10">
      <h1 className="head-5">{t('settings.title')}</h1>
      {profile === null && sync?.syncing === false && (
        <Note kind="info" className="mt-4">
          {t('profile.notHere')}
        </Note>
      )}
      <div className="mt-8">
        <PasswordForm />
        <PageSection title={t('settings.devices')} text={t('settings.devices.text')}>
          <SignOutElsewhere wide />
        </PageSection>
        <NotificationChoices profile={profile ?? null} />
        <RegionChoice profile={profile ?? null} />
        <PageSection title={t('settings.refund')} text={t('settings.refund.text')}>
          <RefundIdForm key={owner} kept={profile?.refundUpiId ?? ''} />
        </PageSection>
        <DeviceFacts owner={owner} />
        <DataDownload />
        <DeleteAccount owner={owner} />
      </div>
    </div>
  )
}

function DataDownload() {
  const downloading = useAction(
    async () => {
      const data = await exportMyData()
      const name = `${shopName().toLowerCase()}-my-data-${dayKey(Date.now())}.json`
      if (data.ok) saveFile(JSON.stringify(data.value, null, 2), name, 'application/json')
      return data
    },
    {
      done: () => t('settings.data.done'),
      failed: (failure) => saveFailureText(failure, t('settings.data.failed')),
    },
  )
  return (
    <PageSection title={t('settings.data')} text={t('settings.data.text')}>
      <Button
        kind="line"
        wide
        busy={downloading.busy}
        busyLabel={t('settings.data.busy')}
        onClick={() => void downloading.run()}
      >
        {t('settings.data.download')}
      </Button>
    </PageSection>
  )
}

/** Saves a tick at once. Marketing is a consent and keeps its date. */
function NotificationChoices({ profile }: { profile: Profile | null }) {
  const { pending, choose } = useSavedChoice()
  const mails = useMailWorks()
  const since = profile?.marketingConsentedAt ?? null
  const email = pending?.notifyEmail ?? profile?.notifyEmail ?? true
  const marketing = pending?.marketingConsent ?? since !== null
  return (
    <PageSection title={t('settings.notify')}>
      <div className="grid gap-2">
        <CheckField
          label={t('settings.notify.email')}
          hint={t(mails ? 'settings.notify.email.hint' : 'settings.notify.email.none')}
          checked={email && mails}
          disabled={profile === null || !mails}
          onChange={(event) => choose({ notifyEmail: event.target.checked })}
        />
        <CheckField label={t('settings.notify.sms')} hint={t('settings.notify.sms.hint')} checked={false} disabled />
        <CheckField
          label={t('settings.notify.marketing')}
          hint={
            since === null
              ? t('settings.notify.marketing.hint')
              : t('settings.notify.marketing.since', { day: formatDay(since) })
          }
          checked={marketing}
          disabled={profile === null}
          onChange={(event) => choose({ marketingConsent: event.target.checked })}
        />
      </div>
    </PageSection>
  )
}

/** False once the server has answered that it sends no mail. */
function useMailWorks(): boolean {
  const answer = useWatched(() => promised(mailWorks), []).value
  return answer?.ok ? answer.value : true
}

/** `kept` is the UPI id in the profile; an empty field removes it. */
function RefundIdForm({ kept }: { kept: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const saving = useAction(saveProfile, {
    done: () => t('settings.saved'),
    failed: (failure) => saveFailureText(failure),
  })
  const value = typed ?? kept

  const save = async (): Promise<void> => {
    const refundUpiId = value.trim()
    if (refundUpiId !== '' && !isRefundUpiId(refundUpiId)) {
      setProblem(t('settings.refund.bad'))
      document.getElementById('refund-upi-id')?.focus()
      return
    }
    setProblem(undefined)
    saving.forget()
    const saved = await saving.run({ refundUpiId })
    if (saved?.ok) setTyped(null)
  }
  const error = problem ?? (saving.failure ? saveFailureText(saving.failure) : undefined)

  return (
    <Form className="grid gap-4" busy={saving.busy} onSend={save}>
      <UpiIdField id="refund-upi-id" value={value} error={error} onType={setTyped} />
      <Button type="submit" wide kind="line" busy={saving.busy} busyLabel={t('profile.saving')}>
        {t('settings.refund.submit')}
      </Button>
    </Form>
  )
}

function RegionChoice({ profile }: { profile: Profile | null }) {
  const { pending, choose } = useSavedChoice()
  const language = usePreferredLanguage()
  const region = pending?.region ?? profile?.region ?? 'india'
  return (
    <PageSection title={t('settings.place')}>
      <SelectField
        label={t('settings.language')}
        hint={t('settings.language.hint')}
        value={language}
        onChange={(event) => void switchLanguage(event.target.value as Language)}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('settings.region')}
        hint={t(`settings.region.${region}.hint`)}
        value={region}
        disabled={profile === null}
        onChange={(event) => choose({ region: event.target.value as Region })}
      >
        {regions.map((one) => (
          <option key={one} value={one}>
            {t(`settings.region.${one}`)}
          </option>
        ))}
      </SelectField>
    </PageSection>
  )
}

/** Saves a choice at once. `pending` is the choice until saved; a failure reverts it and shows a toast. */
function useSavedChoice(): { pending: ProfileChange | null; choose: (change: ProfileChange) => void } {
  const [chosen, setChosen] = useState<ProfileChange | null>(null)
  const saving = useAction(saveProfile, {
    done: () => t('settings.saved'),
    failed: (failure) => saveFailureText(failure),
  })
  const choose = (change: ProfileChange): void => {
    if (saving.busy) return
    setChosen(change)
    void saving.run(change)
  }
  return { pending: saving.busy ? chosen : null, choose }
}
