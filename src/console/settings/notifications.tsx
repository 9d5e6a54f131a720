import { useState } from 'react'
import { mailWorks } from '#shop/people/password.api.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { paths } from '#ui/paths.ts'
import { to } from '../help/topic.tsx'
import { useNotices } from '../shell/notices.ts'
import { useLoaded } from '../kit/use-loaded.ts'

export function Notifications() {
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
        label="Say in the console when a payment arrives"
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
      {works === false ? <p className="text-2">No mail server is set: the operator sets SMTP_HOST.</p> : null}
      <p className="text-2 text-muted">
        A customer gets an e-mail when a payment is approved or rejected; when a concert of theirs is cancelled, moved
        or renamed; when staff change their seats or revoke a ticket; when a refund is owed or was sent; and when you
        write to them under {to(paths.adminAnnouncements, 'Announcements')}. Not if they switched mails off in their own
        settings, and not to guests and buyers at the door, who have no account. SMS is not offered.
      </p>
    </section>
  )
}
