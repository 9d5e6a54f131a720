import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import type { Result } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField, TextField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/account.ts'
import { Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { emailProblemText, weakPasswordText } from './account-form.ts'
import { PASSWORD_MIN } from '#shop/people/profile.ts'
import { Agreement } from './agreement.tsx'
import { isTaken, authFailureText } from './failure-words.ts'
import { GoogleButton } from './google-button.tsx'
import { PasswordField } from './password-field.tsx'
import { useFields } from './use-fields.ts'
import { ReplaceQuestion } from '../session/replace-question.tsx'
import { register, signIn, type Arrival } from '../session/sign-in.ts'

export type AccountWay = 'new' | 'known'

/** The fields of the form that this tab keeps; never the password. */
export interface AccountDraft {
  way: AccountWay
  name: string
  email: string
}

export function readAccountDraft(way: AccountWay): AccountDraft {
  try {
    const kept = JSON.parse(readOfTab('newAccount') ?? '{}') as Partial<AccountDraft> | null
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    return {
      way: kept?.way === 'new' || kept?.way === 'known' ? kept.way : way,
      name: text(kept?.name),
      email: text(kept?.email),
    }
  } catch {
    return { way, name: '', email: '' }
  }
}

export const keepAccountDraft = ({ way, name, email }: AccountDraft): void =>
  void writeOfTab('newAccount', JSON.stringify({ way, name, email }))

export const dropAccountDraft = (): void => void writeOfTab('newAccount', null)

type Said = { kind: 'info' | 'bad'; text: string }

export interface AccountStepProps {
  way: AccountWay
  text: Record<AccountWay, string>
  note?: string
  heading: RefObject<HTMLHeadingElement | null>
  onDone: () => void
}

/** Shows the form to register or to sign in. What was typed survives errors, a switch of form and a reload. */
export function AccountStep({ way: begins, text, note, heading, onDone }: AccountStepProps) {
  const [kept] = useState(() => readAccountDraft(begins))
  const [way, setWay] = useState(kept.way)
  const { typed, setProblems, field, focus, refuse } = useFields({ name: kept.name, email: kept.email, password: '' })
  const [said, setSaid] = useState<Said | null>(note === undefined ? null : { kind: 'info', text: note })
  const isNew = way === 'new'
  const entering = useAction((): Promise<Result<Arrival | 'signed-in' | 'confirm-email'>> =>
    isNew ? register(typed.name.trim(), typed.email, typed.password) : signIn(typed.email, typed.password),
  )

  const { name, email, password } = typed
  useEffect(() => keepAccountDraft({ way, name, email }), [way, name, email])

  const turn = (to: AccountWay, why: Said | null, first: 'name' | 'email' | 'password'): void => {
    // Render the fields of the other form before one of them takes the focus.
    flushSync(() => {
      setWay(to)
      setProblems({})
      setSaid(why)
    })
    focus(first)
  }

  const submit = async () => {
    const unnamed = isNew && name.trim() === '' ? t('account.missing.name') : undefined
    const missing = password === '' ? t('account.missing.password') : undefined
    const weak = isNew ? weakPasswordText(password) : missing
    if (refuse({ name: unnamed, email: emailProblemText(email), password: weak })) return
    setSaid(null)
    const result = await entering.run()
    if (result === null) return
    if (!result.ok) {
      if (isNew && isTaken(result.failure)) {
        return turn('known', { kind: 'info', text: t('account.step.taken') }, 'password')
      }
      const words = authFailureText(result.failure, t(isNew ? 'account.register.failed' : 'account.login.failed'))
      setSaid({ kind: 'bad', text: words })
      return toast.error(words)
    }
    if (result.value === 'stayed') return
    if (result.value === 'confirm-email') {
      const words = t('account.register.confirm')
      toast.success(words)
      return turn('known', { kind: 'info', text: `${words} ${t('account.step.confirmed')}` }, 'password')
    }
    dropAccountDraft()
    toast.success(t(isNew ? 'account.register.success' : 'account.login.success'))
    onDone()
  }

  return (
    <Form className="grid max-w-[440px] gap-4" busy={entering.busy} onSend={submit} aria-labelledby="account-step">
      <ReplaceQuestion />
      <div>
        <h1 id="account-step" ref={heading} tabIndex={-1} className="head-5 outline-none">
          {t(isNew ? 'account.register.title' : 'account.login.title')}
        </h1>
        <p className="mt-2 text-2 text-muted">{text[way]}</p>
        <p className="text-2 text-muted">
          {t(isNew ? 'account.register.already' : 'account.login.new')}{' '}
          <button
            type="button"
            className="-my-3 link py-3 text-ink"
            onClick={() => turn(isNew ? 'known' : 'new', null, isNew ? (email ? 'password' : 'email') : 'name')}
          >
            {t(isNew ? 'account.register.login' : 'account.login.register')}
          </button>
        </p>
      </div>
      <div role="status" className="empty:hidden">
        {said && <Note kind={said.kind}>{said.text}</Note>}
      </div>
      {isNew && <TextField {...field('name')} label={t('account.name')} autoComplete="name" maxLength={120} />}
      <EmailField {...field('email')} label={t('account.email')} autoComplete="username" />
      <PasswordField
        // One field per form, so that password managers know whether to suggest or to fill in a password.
        key={way}
        {...field('password')}
        label={t('account.password')}
        hint={isNew && t('account.passwordHint', { n: PASSWORD_MIN })}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
      <Button
        kind="lit"
        type="submit"
        wide
        arrow
        busy={entering.busy}
        busyLabel={t(isNew ? 'account.register.busy' : 'account.login.busy')}
      >
        {t(isNew ? 'account.register.submit' : 'account.login.submit')}
      </Button>
      {isNew ? (
        <Agreement />
      ) : (
        <p className="text-2">
          <Link className="link" to={paths.resetPassword} state={{ email }}>
            {t('account.login.forgot')}
          </Link>
        </p>
      )}
      <GoogleButton
        failed={t(isNew ? 'account.register.google.failed' : 'account.login.google.failed')}
        disabled={entering.busy}
      />
    </Form>
  )
}
