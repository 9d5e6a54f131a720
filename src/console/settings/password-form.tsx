import { useRef, useState, type FormEvent } from 'react'
import { newPasswordProblem, PASSWORD_MIN } from '#account/form/account-form.ts'
import { changePassword } from '#account/security/change-password.ts'
import { authFailureText } from '#account/form/failure-words.ts'
import { useIdentity } from '#account/session/identity.ts'
import { PasswordField } from '#account/form/password-field.tsx'
import { newPasswordProblemText } from '#account/form/password-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'

type FieldName = 'current' | 'password' | 'confirm'
const empty: Record<FieldName, string> = { current: '', password: '', confirm: '' }

/** Asks for the current password, because an unattended console may be signed in. */
export function PasswordForm() {
  const identity = useIdentity()
  const [typed, setTyped] = useState(empty)
  const [problems, setProblems] = useState<Partial<Record<FieldName, string>>>({})
  const { busy, run } = useAction(() => changePassword(typed.current, typed.password), {
    failed: 'Error changing password',
  })
  const form = useRef<HTMLFormElement>(null)
  if (identity.status !== 'signed-in') return null
  const { email } = identity

  const refuse = (found: Partial<Record<FieldName, string>>) => {
    setProblems(found)
    const first = Object.keys(found)[0]
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const weak = newPasswordProblem(typed.password)
    if (typed.current === '') return refuse({ current: 'Enter your current password.' })
    if (weak) return refuse({ password: newPasswordProblemText(weak, typed.password) })
    if (typed.confirm !== typed.password) return refuse({ confirm: 'Passwords do not match' })
    setProblems({})
    const saved = await run()
    if (!saved) return
    if (saved.ok && saved.value === 'wrong') return refuse({ current: 'This is not your current password.' })
    if (!saved.ok)
      return refuse({ password: authFailureText(saved.failure, 'The password could not be changed. Try again.') })
    setTyped(empty)
    toast.success('Password changed')
  }

  const field = (name: FieldName) => ({
    name,
    required: true,
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: event.target.value })),
  })

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="password-title" className="grid max-w-[420px] gap-4">
      <h2 id="password-title" className="head-4">
        Password
      </h2>
      {/* Password managers store the new password under this address. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...field('current')} label="Current password" autoComplete="current-password" />
      <PasswordField
        {...field('password')}
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters`}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label="Confirm password" autoComplete="new-password" />
      <div>
        <Button type="submit" busy={busy} busyLabel="Changing...">
          Change password
        </Button>
      </div>
    </form>
  )
}
