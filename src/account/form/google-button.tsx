import { promised } from '#platform/observable/promised.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { safeReturn } from './account-form.ts'
import { Or } from '../pages/auth-page.tsx'
import { googleEnabled, rememberReturn, signInWithGoogle, takeReturn } from '../session/sign-in.ts'

/** 'Continue with Google', drawn only when the auth service says that Google is on. `failed`: the toast when it does not open. */
export function GoogleButton({ failed, disabled }: { failed: string; disabled: boolean }) {
  const shown = useWatched(() => promised(googleEnabled), []).value
  const leaving = useAction(
    () => {
      // The remembered page goes along, and stays remembered should Google not open.
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
