import { useRef, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField, TextField } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import { Alert } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import {
  newPasswordProblem,
  PASSWORD_MIN,
  type LoginState,
  emailProblemText,
  newPasswordProblemText,
} from '../form/account-form.ts'
import { Agreement } from '../form/agreement.tsx'
import { AuthPage, useLeaveSignedIn } from './auth-page.tsx'
import { authFailureText } from '../form/failure-words.ts'
import { GoogleButton } from '../form/google-button.tsx'
import { DeviceNote } from '../form/device-note.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { register } from '../session/sign-in.ts'

type FieldName = 'name' | 'email' | 'password' | 'confirm'
type Problems = Partial<Record<FieldName, string>>

const order: FieldName[] = ['name', 'email', 'password', 'confirm']

/** The form of a new account. Where the backend sends mail, the address must be confirmed before signing in. */
export function RegisterRoute() {
  usePageTitle(t('account.register.title'))
  const leave = useLeaveSignedIn()
  const state = useLocation().state as LoginState | null
  const [typed, setTyped] = useState<Record<FieldName, string>>({
    name: '',
    email: state?.email ?? '',
    password: '',
    confirm: '',
  })
  const [problems, setProblems] = useState<Problems>({})
  const registering = useAction(register, { failed: wordFailure })
  const fields = useRef<Partial<Record<FieldName, HTMLInputElement | null>>>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (registering.busy) return
    const found = findProblems(typed)
    setProblems(found)
    registering.forget()
    if (found.confirm === t('account.mismatch')) toast.error(found.confirm)
    const first = order.find((name) => found[name])
    if (first) {
      fields.current[first]?.focus()
      return
    }

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

  const field = (name: FieldName) => ({
    name,
    ref: (node: HTMLInputElement | null) => {
      fields.current[name] = node
    },
    required: true,
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: event.target.value })),
  })

  return (
    <AuthPage>
      <form className="grid gap-4" onSubmit={submit} noValidate aria-labelledby="register-title">
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
      </form>
    </AuthPage>
  )
}

const wordFailure = (failure: Failure): string => authFailureText(failure, t('account.register.failed'))

function findProblems(typed: Record<FieldName, string>): Problems {
  const found: Problems = {}
  if (typed.name.trim() === '') found.name = t('account.missing.name')
  const wrong = emailProblemText(typed.email)
  if (wrong) found.email = wrong
  const password = newPasswordProblem(typed.password)
  if (password) found.password = newPasswordProblemText(password, typed.password)
  if (typed.confirm === '') found.confirm = t('account.missing.confirm')
  else if (typed.confirm !== typed.password) found.confirm = t('account.mismatch')
  return found
}
