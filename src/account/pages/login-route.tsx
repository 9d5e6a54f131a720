import { Link, useLocation } from 'react-router-dom'
import { Button } from '#ui/controls/button.tsx'
import { EmailField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { type LoginState, emailProblemText } from '../form/account-form.ts'
import { AuthPage, useLeaveSignedIn } from './auth-page.tsx'
import { authFailureText } from '../form/failure-words.ts'
import { GoogleButton } from '../form/google-button.tsx'
import { useIdentity } from '../session/identity.ts'
import { DeviceNote } from '../form/device-note.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useFields } from '../form/use-fields.ts'
import { signIn } from '../session/sign-in.ts'

export function LoginRoute() {
  usePageTitle(t('account.login.title'))
  const identity = useIdentity()
  const leave = useLeaveSignedIn()
  const state = useLocation().state as LoginState | null
  const { typed, field, refuse } = useFields({ email: state?.email ?? '', password: '' })
  const { email, password } = typed
  const signingIn = useAction(signIn)

  const submit = async (): Promise<void> => {
    const missing = password === '' ? t('account.missing.password') : undefined
    if (refuse({ email: emailProblemText(email), password: missing })) return
    const result = await signingIn.run(email, password)
    if (result === null) return
    if (!result.ok) {
      const words = authFailureText(result.failure, t('account.login.failed'))
      toast.error(words)
      refuse({ password: words })
      return
    }
    if (result.value === 'stayed') return
    toast.success(t('account.login.success'))
    leave()
  }

  return (
    <AuthPage>
      <Form className="grid gap-4" busy={signingIn.busy} onSend={submit} aria-labelledby="login-title">
        <h1 id="login-title" className="head-5">
          {t('account.login.title')}
        </h1>
        {(identity.status === 'signed-in' && identity.sessionExpired) ||
        (identity.status === 'signed-out' && identity.ended) ? (
          <Note kind="warn">{t('account.login.again')}</Note>
        ) : state?.reason === 'book' ? (
          <Note kind="warn">{t('account.login.toBook')}</Note>
        ) : state?.reason === 'see' ? (
          <Note kind="info">{t('account.login.toSee')}</Note>
        ) : null}
        <DeviceNote ended={identity.status === 'signed-out' && identity.ended === true} />
        <EmailField {...field('email')} label={t('account.email')} autoComplete="username" />
        <PasswordField {...field('password')} label={t('account.password')} autoComplete="current-password" />
        <Button kind="lit" type="submit" wide arrow busy={signingIn.busy} busyLabel={t('account.login.busy')}>
          {t('account.login.submit')}
        </Button>
        <GoogleButton failed={t('account.login.google.failed')} disabled={signingIn.busy} />
        <p className="text-2 text-muted">
          {t('account.login.new')}{' '}
          <Link className="link text-ink" to={paths.register} state={{ ...state, email }}>
            {t('account.login.register')}
          </Link>
        </p>
        <p className="text-2">
          <Link className="link" to={paths.resetPassword} state={{ email }}>
            {t('account.login.forgot')}
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}
