import { promised } from '#platform/observable/promised.ts'
import { mailWorks } from '#shop/people/password.api.ts'
import { formatDay } from '#platform/time/ist.ts'
import type { Profile } from '#shop/people/profile.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import { PageSection } from '#ui/display/page-section.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useSavedChoice } from './use-saved-choice.ts'

/** Saves a tick at once. Marketing is a consent and keeps its date. */
export function NotificationChoices({ profile }: { profile: Profile | null }) {
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
