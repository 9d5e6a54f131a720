import { hadTickets } from '#shop/tickets/had-tickets.store.ts'
import { isIosTab } from '#ui/install/install.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/device.ts'
import { Note } from '#ui/display/note.tsx'
import { isFirstStart } from '../session/first-start.ts'

/** Explains before a sign-in why this device has no tickets. `ended`: the server ended the session, nothing is gone. */
export function DeviceNote({ ended = false }: { ended?: boolean }) {
  if (ended) return null
  if (isFirstStart()) return <Note kind="info">{t('device.firstStart')}</Note>
  if (hadTickets()) return <Note kind="warn">{t('device.deleted')}</Note>
  return isIosTab() ? <Note kind="info">{t('device.install.iosFirst')}</Note> : null
}
