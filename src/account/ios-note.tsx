import { isIosTab } from '#ui/install.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/device.ts'
import { Note } from '#ui/note.tsx'

/** Before signing in, in a tab of iOS: the app on the home screen has a storage of its own, which starts empty. */
export function IosNote() {
  return isIosTab() ? <Note kind="info">{t('device.install.iosFirst')}</Note> : null
}
