import { useState } from 'react'
import { confirmProblemText, weakPasswordText } from '#account/form/account-form.ts'
import { PASSWORD_MIN } from '#shop/people/profile.ts'
import { changePassword, hasPassword } from '#account/security/password.ts'
import { authFailureText } from '#account/form/failure-words.ts'
import { GoogleAgain } from '#account/security/google-again.tsx'
import { useIdentity } from '#account/session/identity.ts'
import { PasswordField } from '#account/form/password-field.tsx'
import { useFields } from '#account/form/use-fields.ts'
import { promised } from '#platform/observable/promised.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormSummary } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { t } from '#ui/messages/messages.ts'
import { PageSection } from '#ui/display/fact.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

const nothing = { current: '', next: '', again: '' }

export function PasswordForm() {
  const identity = useIdentity()
  const { typed, setTyped, problems, setProblems, field } = useFields(nothing)
  const idOf = (name: string): string => `password-${name}`
  const errors = Object.entries(problems).flatMap(([name, message]) => (message ? { field: idOf(name), message } : []))
  const changing = useAction(changePassword)
  const asksCurrent = useWatched(() => promised(hasPassword), []).value ?? true
  const [again, setAgain] = useState(false)

  const save = async (): Promise<void> => {
    const same = asksCurrent && typed.next === typed.current ? t('settings.password.same') : undefined
    const current = asksCurrent && typed.current === '' ? t('account.missing.password') : undefined
    const next = weakPasswordText(typed.next) ?? same
    const repeated = confirmProblemText(typed.again, typed.next)
    setProblems({ current, next, again: repeated })
    if (current ?? next ?? repeated) return
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
    setProblems({ [changed.ok ? 'current' : 'next']: words })
    toast.error(words)
  }

  const own = (name: keyof typeof nothing) => ({
    ...field(name),
    id: idOf(name),
    name: idOf(name),
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
  })
  return (
    <PageSection title={t('settings.password')} text={t('settings.password.text')}>
      <Form className="grid gap-4" busy={changing.busy} onSend={save}>
        <FormSummary errors={errors} />
        {/* Tells password managers which account this is. */}
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={identity.status === 'signed-in' ? identity.email : ''}
        />
        {asksCurrent && <PasswordField {...own('current')} label={t('settings.password.current')} />}
        <PasswordField
          {...own('next')}
          label={t('account.newPassword')}
          hint={t('account.passwordHint', { n: PASSWORD_MIN })}
        />
        <PasswordField {...own('again')} label={t('account.confirmPassword')} />
        {again && <GoogleAgain returnTo={paths.settings} />}
        <Button type="submit" wide busy={changing.busy} busyLabel={t('settings.password.saving')}>
          {t('settings.password.submit')}
        </Button>
      </Form>
    </PageSection>
  )
}
