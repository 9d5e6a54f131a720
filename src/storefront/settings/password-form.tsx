import { useState } from 'react'
import { newPasswordProblem, PASSWORD_MIN, newPasswordProblemText } from '#account/form/account-form.ts'
import { changePassword, hasPassword } from '#account/security/password.ts'
import { authFailureText } from '#account/form/failure-words.ts'
import { GoogleAgain } from '#account/security/google-again.tsx'
import { useIdentity } from '#account/session/identity.ts'
import { PasswordField } from '#account/form/password-field.tsx'
import { promised } from '#platform/observable/promised.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormSummary, type FormError } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import { PageSection } from '#ui/display/fact.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

type Field = 'current' | 'next' | 'again'
type Problem = FormError & { name: Field }

const nothing: Record<Field, string> = { current: '', next: '', again: '' }

export function PasswordForm() {
  const identity = useIdentity()
  const [typed, setTyped] = useState(nothing)
  const [problems, setProblems] = useState<Problem[]>([])
  const changing = useAction(changePassword)
  const asksCurrent = useWatched(() => promised(hasPassword), []).value ?? true
  const [again, setAgain] = useState(false)

  const check = (): Problem[] => {
    const found: Problem[] = []
    const say = (name: Field, message: string) => found.push({ name, field: `password-${name}`, message })
    if (asksCurrent && typed.current === '') say('current', t('account.missing.password'))
    const weak = newPasswordProblem(typed.next)
    if (weak) say('next', newPasswordProblemText(weak, typed.next))
    else if (asksCurrent && typed.next === typed.current) say('next', t('settings.password.same'))
    if (typed.again === '') say('again', t('account.missing.confirm'))
    else if (typed.again !== typed.next) say('again', t('account.mismatch'))
    return found
  }

  const save = async (): Promise<void> => {
    const found = check()
    setProblems(found)
    if (found.length > 0) return
    const changed = await changing.run(asksCurrent ? typed.current : null, typed.next)
    if (changed === null) return
    if (changed.ok && changed.value === 'changed') {
      setTyped(nothing)
      toast.success(t('settings.password.saved'))
      return
    }
    setAgain(changed.ok && changed.value === 'sign-in-again')
    if (changed.ok && changed.value === 'sign-in-again') return
    const words = changed.ok
      ? t('settings.password.wrong')
      : authFailureText(changed.failure, t('settings.password.failed'))
    const name = changed.ok ? 'current' : 'next'
    setProblems([{ name, field: `password-${name}`, message: words }])
    toast.error(words)
  }

  const field = (name: Field) => ({
    id: `password-${name}`,
    name: `password-${name}`,
    required: true,
    value: typed[name],
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    error: problems.find((one) => one.name === name)?.message,
    onChange: (event: { target: { value: string } }) => setTyped((was) => ({ ...was, [name]: event.target.value })),
  })
  return (
    <PageSection title={t('settings.password')} text={t('settings.password.text')}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!changing.busy) void save()
        }}
      >
        <FormSummary errors={problems} />
        {/* Tells password managers which account this is. */}
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={identity.status === 'signed-in' ? identity.email : ''}
        />
        {asksCurrent && <PasswordField {...field('current')} label={t('settings.password.current')} />}
        <PasswordField
          {...field('next')}
          label={t('account.newPassword')}
          hint={t('account.passwordHint', { n: PASSWORD_MIN })}
        />
        <PasswordField {...field('again')} label={t('account.confirmPassword')} />
        {again && <GoogleAgain returnTo={paths.settings} />}
        <Button type="submit" wide busy={changing.busy} busyLabel={t('settings.password.saving')}>
          {t('settings.password.submit')}
        </Button>
      </form>
    </PageSection>
  )
}
