import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { signInWithGoogle } from '../session/sign-in.ts'

/** Signs in again for an account without a password; Google returns to `returnTo`. */
export function GoogleAgain({ returnTo }: { returnTo: string }) {
  const leaving = useAction(() => signInWithGoogle(returnTo), { leaves: true })
  return (
    <Note kind="warn" role="alert" className="grid gap-3">
      <p>{t('settings.again')}</p>
      <Button kind="line" wide busy={leaving.busy} onClick={() => void leaving.run()}>
        {t('settings.again.google')}
      </Button>
    </Note>
  )
}
