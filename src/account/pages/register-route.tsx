import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#ui/controls/button.tsx'
import { EmailField, TextField } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { newPasswordProblem, PASSWORD_MIN, safeReturn } from '../form/account-form.ts'
import type { LoginState } from '../form/account-state.ts'
import { Agreement } from '../form/agreement.tsx'
import { AuthPage } from './auth-page.tsx'
import { wordEmailProblem } from '../form/email-words.ts'
import { wordAuthFailure } from '../form/failure-words.ts'
import { GoogleButton } from '../form/google-button.tsx'
import { useIdentity } from '../session/identity.ts'
import { DeviceNote } from '../form/device-note.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { wordNewPasswordProblem } from '../form/password-words.ts'
import { register, takeReturn } from '../session/sign-in.ts'

type FieldName = 'name' | 'email' | 'password' | 'confirm'
type Problems = Partial<Record<FieldName, string>>

const order: FieldName[] = ['name', 'email', 'password', 'confirm']

/** A new account. Signed in at once where the backend sends no mail, otherwise after the address is confirmed. */
export function RegisterRoute() {
  usePageTitle(t('account.register.title'))
  const identity = useIdentity()
  const navigate = useNavigate()
  const state = useLocation().state as LoginState | null
  const [typed, setTyped] = useState<Record<FieldName, string>>({
    name: '',
    email: state?.email ?? '',
    password: '',
    confirm: '',
  })
  const [problems, setProblems] = useState<Problems>({})
  const [formProblem, setFormProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const left = useRef(false)
  const fields = useRef<Partial<Record<FieldName, HTMLInputElement | null>>>({})

  const signedIn = identity.status === 'signed-in' && !identity.sessionExpired

  useEffect(() => {
    if (!signedIn || left.current) return
    left.current = true
    void navigate(safeReturn(takeReturn(), paths.home), { replace: true })
  }, [signedIn, navigate])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = findProblems(typed)
    setProblems(found)
    setFormProblem(null)
    if (found.confirm === t('account.mismatch')) toast.error(found.confirm)
    const first = order.find((name) => found[name])
    if (first) {
      fields.current[first]?.focus()
      return
    }

    setBusy(true)
    const result = await register(typed.name.trim(), typed.email, typed.password)
    setBusy(false)
    if (!result.ok) {
      const words = wordAuthFailure(result.failure, t('account.register.failed'))
      setFormProblem(words)
      toast.error(words)
      return
    }
    if (result.value === 'stayed') return
    toast.success(result.value === 'signed-in' ? t('account.register.success') : t('account.register.confirm'))
    if (left.current) return
    left.current = true
    // Without a session the return stays remembered: it is taken by the sign-in after the confirmation.
    void navigate(result.value === 'signed-in' ? safeReturn(takeReturn(), paths.home) : paths.home, { replace: true })
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
        {formProblem ? (
          <div role="alert">
            <Note kind="bad">{formProblem}</Note>
          </div>
        ) : null}
        <Button kind="lit" type="submit" wide arrow busy={busy} busyLabel={t('account.register.busy')}>
          {t('account.register.submit')}
        </Button>
        <Agreement />
        <GoogleButton failed={t('account.register.google.failed')} disabled={busy} />
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

function findProblems(typed: Record<FieldName, string>): Problems {
  const found: Problems = {}
  if (typed.name.trim() === '') found.name = t('account.missing.name')
  const wrong = wordEmailProblem(typed.email)
  if (wrong) found.email = wrong
  const password = newPasswordProblem(typed.password)
  if (password) found.password = wordNewPasswordProblem(password, typed.password)
  if (typed.confirm === '') found.confirm = t('account.missing.confirm')
  else if (typed.confirm !== typed.password) found.confirm = t('account.mismatch')
  return found
}
