import { RequireSignIn } from '#account/session/guards.tsx'
import { useIdentity } from '#account/session/identity.ts'
import { SignOutElsewhere } from '#account/security/sign-out-elsewhere.tsx'
import { watchMyProfile } from '#shop/people/profile.store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { PageSection } from '#ui/display/page-section.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { DataDownload } from './data-download.tsx'
import { DeleteAccount } from './delete-account-section.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { PasswordForm } from './password-form.tsx'
import { RefundIdForm } from './refund-id-form.tsx'
import { RegionChoice } from './region-choice.tsx'

export function SettingsRoute() {
  return (
    <RequireSignIn>
      <SettingsPage />
    </RequireSignIn>
  )
}

function SettingsPage() {
  usePageTitle(t('settings.title'))
  const identity = useIdentity()
  const owner = identity.status === 'signed-in' ? identity.userId : null
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
