import { SignOutElsewhere } from '#account/security/sign-out-elsewhere.tsx'
import { readEditableSettings, SETTINGS_ROW } from '#shop/settings/settings-admin.api.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { paths } from '#ui/paths.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Bar, Skeleton } from '#ui/display/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { ListFailure, PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { RecordHistory } from '../history/history-list.tsx'
import { BackupSection } from './backup-section.tsx'
import { Notifications } from './notifications.tsx'
import { PasswordForm } from './password-form.tsx'
import { ShopForm } from './shop-form.tsx'

export function SettingsRoute() {
  usePageTitle('Settings', 'admin')
  const { value, failure, loading, reload } = useLoaded('settings', readEditableSettings, {
    onFailure: () => toast.error('Error loading settings', { id: 'settings' }),
  })

  return (
    <>
      <PageHead title="Settings">
        <ButtonLink kind="line" small to={paths.adminChecklist}>
          Before the first sale
        </ButtonLink>
        <ButtonLink kind="line" small to={paths.adminTax}>
          Tax and fee
        </ButtonLink>
      </PageHead>
      <div className="mt-6 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-12">
        {failure ? <ListFailure message="Error loading settings" failure={failure} onRetry={reload} /> : null}
        {value ? (
          <div>
            <ShopForm stored={value} onSaved={reload} />
            <RecordHistory key={value.updatedAt} of={[{ noun: 'shop_settings', ids: [SETTINGS_ROW] }]} />
          </div>
        ) : loading ? (
          <Skeleton>
            <Bar dark className="h-7 w-1/3" />
            <Bar className="mt-4 h-12 w-full" />
            <Bar className="mt-4 h-12 w-full" />
          </Skeleton>
        ) : null}
        <Notifications />
        <PasswordForm />
        <section aria-labelledby="devices-title" className="grid max-w-[420px] gap-4">
          <h2 id="devices-title" className="head-4">
            Other devices
          </h2>
          <p className="text-muted">Lost a phone, or signed in on a computer that is not yours? Sign out there.</p>
          <div>
            <SignOutElsewhere />
          </div>
        </section>
        <BackupSection />
      </div>
    </>
  )
}
