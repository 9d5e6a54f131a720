import { useState } from 'react'
import { promised } from '#platform/observable/promised.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { safeReturn } from './account-form.ts'
import { Or } from '../pages/auth-page.tsx'
import { googleEnabled, rememberReturn, signInWithGoogle, takeReturn } from '../session/sign-in.ts'

/** 'Continue with Google', drawn only when the auth service says that Google is on. `failed` is the sentence to show otherwise. */
export function GoogleButton({ failed, disabled }: { failed: string; disabled: boolean }) {
  const shown = useWatched(() => promised(googleEnabled), []).value
  const [busy, setBusy] = useState(false)

  if (!shown) return null

  const go = async () => {
    setBusy(true)
    // What was remembered goes along, and stays remembered should Google not open.
    const back = safeReturn(takeReturn(), paths.home)
    rememberReturn(back)
    const result = await signInWithGoogle(back)
    // On success the browser is already leaving for Google: the button stays busy.
    if (result.ok) return
    setBusy(false)
    toast.error(failed)
  }

  return (
    <>
      <Or>{t('account.or')}</Or>
      <Button kind="line" wide arrow busy={busy} busyLabel={t('account.googleBusy')} disabled={disabled} onClick={go}>
        {t('account.google')}
      </Button>
    </>
  )
}
