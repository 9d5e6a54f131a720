import { promised } from '#platform/observable/promised.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { safeReturn } from './account-form.ts'
import { Or } from '../pages/auth-page.tsx'
import { googleEnabled, rememberReturn, signInWithGoogle, takeReturn } from '../session/sign-in.ts'

/** Renders nothing unless the auth service offers Google. `failed`: the toast when Google's page does not open. */
export function GoogleButton({ failed, disabled }: { failed: string; disabled: boolean }) {
  const shown = useWatched(() => promised(googleEnabled), []).value
  const leaving = useAction(
    () => {
      // takeReturn() forgets the page: remember it again in case Google's page does not open.
      const back = safeReturn(takeReturn(), paths.home)
      rememberReturn(back)
      return signInWithGoogle(back)
    },
    { failed, leaves: true },
  )

  if (!shown) return null

  return (
    <>
      <Or>{t('account.or')}</Or>
      <Button
        kind="line"
        wide
        arrow
        busy={leaving.busy}
        busyLabel={t('account.googleBusy')}
        disabled={disabled}
        onClick={() => void leaving.run()}
      >
        {t('account.google')}
      </Button>
    </>
  )
}
