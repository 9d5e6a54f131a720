import { Link, useLocation } from 'react-router-dom'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField, TextField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { t } from '#ui/messages/messages.ts'
import { Alert } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { confirmProblemText, emailProblemText, weakPasswordText, type LoginState } from '../form/account-form.ts'
import { PASSWORD_MIN } from '#shop/people/profile.ts'
import { Agreement } from '../form/agreement.tsx'
import { AuthPage, useLeaveSignedIn } from './auth-page.tsx'
import { authFailureText } from '../form/failure-words.ts'
import { GoogleButton } from '../form/google-button.tsx'
import { DeviceNote } from '../form/device-note.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useFields } from '../form/use-fields.ts'
import { register } from '../session/sign-in.ts'

/** Shows the form of a new account. Where the backend sends mail, the address must be confirmed before signing in. */
export function RegisterRoute() {
  usePageTitle(t('account.register.title'))
  const leave = useLeaveSignedIn()
  const state = useLocation().state as LoginState | null
  const { typed, field, refuse } = useFields({ name: '', email: state?.email ?? '', password: '', confirm: '' })
  const registering = useAction(register, { failed: wordFailure })

  const submit = async (): Promise<void> => {
    registering.forget()
    const confirm = confirmProblemText(typed.confirm, typed.password)
    if (confirm === t('account.mismatch')) toast.error(confirm)
    const name = typed.name.trim() === '' ? t('account.missing.name') : undefined
    const email = emailProblemText(typed.email)
    if (refuse({ name, email, password: weakPasswordText(typed.password), confirm })) return
    const result = await registering.run(typed.name.trim(), typed.email, typed.password)
    if (!result?.ok || result.value === 'stayed') return
    if (result.value === 'signed-in') {
      toast.success(t('account.register.success'))
      leave()
    } else {
      toast.success(t('account.register.confirm'))
      // Keeps the remembered page for the sign-in after the confirmation.
      leave(paths.home)
    }
  }

  return (
    <AuthPage>
      <Form className="grid gap-4" busy={registering.busy} onSend={submit} aria-labelledby="register-title">
        <h1 id="register-title" className="head-5">
          {t('account.register.title')}
        </h1>
        <DeviceNote />
        <TextField {...field('name')} label={t('account.name')} type="text" autoComplete="name" maxLength={120} />
        <EmailField {...field('email')} label={t('account.email')} autoComplete="username" />
        <PasswordField
          {...field('password')}
          label={t('account.password')}
          hint={t('account.passwordHint', { n: PASSWORD_MIN })}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirm')} label={t('account.confirmPassword')} autoComplete="new-password" />
        <Alert>{registering.failure && wordFailure(registering.failure)}</Alert>
        <Button kind="lit" type="submit" wide arrow busy={registering.busy} busyLabel={t('account.register.busy')}>
          {t('account.register.submit')}
        </Button>
        <Agreement />
        <GoogleButton failed={t('account.register.google.failed')} disabled={registering.busy} />
        <p className="text-2 text-muted">
          {t('account.register.already')}{' '}
          <Link className="link text-ink" to={paths.login} state={{ ...state, email: typed.email }}>
            {t('account.register.login')}
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}

const wordFailure = (failure: Failure): string => authFailureText(failure, t('account.register.failed'))
