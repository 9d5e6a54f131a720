import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '#ui/messages/messages.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { safeReturn } from '../form/account-form.ts'
import { AuthPage } from './auth-page.tsx'
import { completeCallback, takeReturn } from '../session/sign-in.ts'

export function CallbackRoute() {
  usePageTitle(t('account.callback.title'))
  const navigate = useNavigate()
  // A code works once; React's development double mount must not spend it twice.
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const address = location.href
    // Remove the code from the address bar and the history first.
    history.replaceState(history.state, '', location.pathname)
    const complete = async () => {
      const result = await completeCallback(address)
      if (result.ok && result.value === 'stayed') return navigate(paths.home, { replace: true })
      if (result.ok) toast.success(t('account.callback.success'))
      else toast.error(t('account.callback.failed'))
      void navigate(result.ok ? safeReturn(takeReturn(), paths.home) : paths.login, { replace: true })
    }
    void complete()
  }, [navigate])

  return (
    <AuthPage>
      <h1 className="head-5">{t('account.callback.title')}</h1>
      <p className="mt-4 text-muted" role="status">
        {t('account.callback.waiting')}
      </p>
    </AuthPage>
  )
}
