import { Fact } from '#ui/display/fact.tsx'
import { readMachine } from '#shop/upkeep/machine.api.ts'
import { SignOutElsewhere } from '#account/security/sign-out-elsewhere.tsx'
import { readEditableSettings, SETTINGS_ROW } from '#shop/settings/settings-admin.api.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { paths } from '#ui/paths.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { toast } from '#ui/toast.tsx'
import { FormButtons, FormFrame } from '../kit/form/form-frame.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { RecordHistory } from '../history/history-list.tsx'
import { BackupSection } from './backup-section.tsx'
import { ShopForm } from './shop-form.tsx'
import { useState } from 'react'
import { mailWorks } from '#shop/people/password.api.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { to } from '../help/topic.tsx'
import { useNotices } from '../shell/notices.ts'
import { newPasswordProblem, newPasswordProblemText } from '#account/form/account-form.ts'
import { PASSWORD_MIN } from '#shop/people/profile.ts'
import { changePassword } from '#account/security/password.ts'
import { authFailureText } from '#account/form/failure-words.ts'
import { useIdentity } from '#account/session/identity.ts'
import { PasswordField } from '#account/form/password-field.tsx'
import { FormSkeleton, WhenLoaded } from '../kit/list/when-loaded.tsx'

export function SettingsRoute() {
  usePageTitle('Settings', 'admin')
  const settings = useLoaded('settings', readEditableSettings, {
    onFailure: () => toast.error('Error loading settings', { id: 'settings' }),
  })

  return (
    <>
      <PageHead title="Settings">
        <ButtonLink kind="line" small to={paths.adminChecklist}>
          Before the first sale
        </ButtonLink>
        <ButtonLink kind="line" small to={paths.adminBankSetup}>
          How money is seen
        </ButtonLink>
      </PageHead>
      <div className="mt-6 grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-12">
        <WhenLoaded of={settings} message="Error loading settings" waiting={<FormSkeleton />}>
          {(value) => (
            <div>
              <ShopForm stored={value} onSaved={settings.reload} />
              <RecordHistory key={value.updatedAt} of={[{ noun: 'shop_settings', ids: [SETTINGS_ROW] }]} />
            </div>
          )}
        </WhenLoaded>
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
        <MachineSection />
        <BackupSection />
      </div>
    </>
  )
}

function Notifications() {
  const { value: works } = useLoaded('mail', mailWorks)
  const [notices, setNotices] = useNotices()
  const [refused, setRefused] = useState(false)
  const possible = typeof Notification !== 'undefined'

  const chooseDevice = async (device: boolean) => {
    const allowed = !device || (await Notification.requestPermission()) === 'granted'
    setRefused(!allowed)
    setNotices({ ...notices, device: device && allowed })
  }

  return (
    <section aria-labelledby="notifications-title" className="grid max-w-[60ch] gap-2">
      <h2 id="notifications-title" className="head-4">
        Notifications
      </h2>
      <CheckField
        label="Show a message here when a payment arrives"
        checked={notices.here}
        onChange={(event) => setNotices({ ...notices, here: event.target.checked })}
      />
      <CheckField
        label="Notify this device when a payment arrives and the console is open behind other windows"
        checked={notices.device}
        disabled={!possible}
        hint={possible ? 'For this browser only.' : 'This browser cannot notify.'}
        error={refused ? 'This browser blocks notifications. Allow them in its settings.' : undefined}
        onChange={(event) => void chooseDevice(event.target.checked)}
      />
      <h3 className="mt-3 font-strong">To customers</h3>
      {works === undefined ? null : works ? (
        <StateMark kind="ok">Mail is sent</StateMark>
      ) : (
        <StateMark kind="warn">No mail is sent</StateMark>
      )}
      {works === false ? <p className="text-2">No mail server is set: see ‘Set by the machine’ below.</p> : null}
      <p className="text-2 text-muted">
        A customer gets an e-mail when a payment is approved or rejected; when a concert of theirs is cancelled, moved
        or renamed; when staff change their seats or revoke a ticket; when a refund is owed or was sent; and when you
        write to them under {to(paths.adminAnnouncements, 'Announcements')}. Not if they switched mails off in their own
        settings, and not to guests and buyers at the door, who have no account. SMS is not offered.
      </p>
    </section>
  )
}

const empty = { current: '', password: '', confirm: '' }

/** Asks for the current password, because an unattended console may be signed in. */
function PasswordForm() {
  const identity = useIdentity()
  const form = useForm({
    start: empty,
    // One at a time, as the words build on each other.
    read: ({ current, password, confirm }) => {
      const weak = newPasswordProblem(password)
      if (current === '') return { problems: { current: 'Enter your current password.' } }
      if (weak) return { problems: { password: newPasswordProblemText(weak, password) } }
      return problemsIn({ confirm: confirm !== password && 'Passwords do not match' }) ?? { current, password }
    },
    save: ({ current, password }) => changePassword(current, password),
    onSaved: (answer, reset) => {
      if (answer === 'wrong') form.refuse({ current: 'This is not your current password.' })
      else {
        reset()
        toast.success('Password changed')
      }
    },
    onRefused: (failure) => ({ password: authFailureText(failure, 'The password could not be changed. Try again.') }),
    isUnsaved: () => false,
    failed: 'Error changing password',
  })
  if (identity.status !== 'signed-in') return null
  const { email } = identity
  const field = (name: keyof typeof empty) => ({ ...form.field(name), required: true })

  return (
    <FormFrame form={form} titleId="password-title" className="grid max-w-[420px] gap-4">
      <h2 id="password-title" className="head-4">
        Password
      </h2>
      {/* Password managers store the new password under this address. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...field('current')} label="Current password" autoComplete="current-password" />
      <PasswordField
        {...field('password')}
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters`}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label="Confirm password" autoComplete="new-password" />
      <FormButtons form={form} save="Change password" saving="Changing..." />
    </FormFrame>
  )
}

/** Shows what only the operator of the machine can change; nothing in a hosted shop. */
function MachineSection() {
  const machine = useLoaded('machine', readMachine)
  if (machine.value === null) return null
  return (
    <section aria-labelledby="machine-title" className="grid max-w-[60ch] gap-4">
      <h2 id="machine-title" className="head-4">
        Set by the machine
      </h2>
      <p className="text-2 text-muted">
        Variables of the server’s environment. Its operator sets them and starts it again. Secrets are not shown.
      </p>
      <WhenLoaded of={machine} message="The server’s settings could not be read">
        {(found) => (
          <dl>
            {(found ?? []).map(([variable, value]) => (
              <Fact key={variable} name={variable}>
                {value ?? <span className="text-muted">not set</span>}
              </Fact>
            ))}
          </dl>
        )}
      </WhenLoaded>
    </section>
  )
}
