import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/account/profile.ts'
import { Note } from '#ui/display/note.tsx'
import { signInWithGoogle } from '../session/sign-in.ts'

/** An account without a password proves itself by signing in once more, and comes back to `returnTo`. */
export function GoogleAgain({ returnTo }: { returnTo: string }) {
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    const left = await signInWithGoogle(returnTo)
    if (!left.ok) setBusy(false)
  }
  return (
    <Note kind="warn" role="alert" className="grid gap-3">
      <p>{t('settings.again')}</p>
      <Button kind="line" wide busy={busy} onClick={() => void go()}>
        {t('settings.again.google')}
      </Button>
    </Note>
  )
}
