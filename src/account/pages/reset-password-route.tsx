import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { promised } from '#platform/observable/promised.ts'
import { isLinkKind, mailWorks, sendPasswordLink, setPassword, type LinkKind } from '#shop/people/password.api.ts'
import { ok, type Failure, type Result } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField } from '#ui/controls/field.tsx'
import { Form } from '#ui/controls/form.tsx'
import { t } from '#ui/messages/messages.ts'
import { Alert, Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { confirmProblemText, emailProblemText, weakPasswordText, type LoginState } from '../form/account-form.ts'
import { refreshRoles } from '#shop/people/role.store.ts'
import { PASSWORD_MIN } from '#shop/people/profile.ts'
import { AuthPage } from './auth-page.tsx'
import { authFailureText } from '../form/failure-words.ts'
import { PasswordField } from '../form/password-field.tsx'
import { useFields } from '../form/use-fields.ts'
import { signInByLink } from '../session/sign-in.ts'
import { SupportWays } from '../support-ways.tsx'

/** Asks for a new password when opened by a link (`?token_hash=…&type=…`), else for the address to mail the link to. */
export function ResetPasswordRoute() {
  usePageTitle(t('account.reset.title'))
  const [search] = useSearchParams()
  const tokenHash = search.get('token_hash')
  const kind = search.get('type')
  return (
    <AuthPage>
      {tokenHash && isLinkKind(kind) ? <ChoosePassword tokenHash={tokenHash} kind={kind} /> : <AskForLink />}
    </AuthPage>
  )
}

function AskForLink() {
  const state = useLocation().state as LoginState | null
  const mail = useWatched(() => promised(mailWorks), []).value
  const { typed, problems, field, refuse } = useFields({ email: state?.email ?? '' })
  const { email } = typed
  const sending = useAction(sendPasswordLink, { failed: wordSendFailure })
  const [sentTo, setSentTo] = useState<string | null>(null)

  const submit = async (): Promise<void> => {
    sending.forget()
    if (refuse({ email: emailProblemText(email) })) return
    const address = email.trim().toLowerCase()
    const result = await sending.run(address, new URL(paths.resetPassword, location.origin).href)
    if (result?.ok) setSentTo(address)
  }

  const heading = <h1 className="head-5">{t('account.reset.title')}</h1>
  const back = (
    <p className="text-2">
      <Link className="link" to={paths.login} state={{ email }}>
        {t('account.reset.toLogin')}
      </Link>
    </p>
  )
  if (mail === undefined) return heading
  // When the server does not answer, show the form: sending reports the failure.
  if (mail.ok && !mail.value)
    return (
      <div className="grid gap-4">
        {heading}
        <SupportWays intro={t('account.reset.noMail')} without={t('account.reset.noMailNoSupport')} />
        {back}
      </div>
    )
  if (sentTo)
    return (
      <div className="grid gap-4">
        {heading}
        <div role="status">
          <Note kind="ok">{t('account.reset.sent', { email: sentTo })}</Note>
        </div>
        {back}
      </div>
    )
  return (
    <Form className="grid gap-4" busy={sending.busy} onSend={submit}>
      {heading}
      <p className="text-muted">{t('account.reset.lead')}</p>
      <EmailField
        {...field('email')}
        label={t('account.email')}
        autoComplete="username"
        error={problems.email ?? (sending.failure ? wordSendFailure(sending.failure) : undefined)}
      />
      <Button kind="lit" type="submit" wide arrow busy={sending.busy} busyLabel={t('account.reset.busy')}>
        {t('account.reset.submit')}
      </Button>
      {back}
    </Form>
  )
}

const wordSendFailure = (failure: Failure): string => authFailureText(failure, t('account.reset.sendFailed'))
const wordSetFailure = (failure: Failure): string => authFailureText(failure, t('account.reset.failed'))

function ChoosePassword({ tokenHash, kind }: { tokenHash: string; kind: LinkKind }) {
  const navigate = useNavigate()
  const { typed, setProblems, field, refuse } = useFields({ password: '', confirm: '' })
  const [used, setUsed] = useState(false)
  // Use the link on submit (not when a mail scanner opens it), and once, so that a password can be corrected.
  const opened = useRef(false)
  const save = async (password: string): Promise<Result<'saved' | 'used' | 'stayed'>> => {
    if (!opened.current) {
      const link = await signInByLink(tokenHash, kind)
      if (!link.ok) return link.failure.code === 'auth' || link.failure.code === 'signed_out' ? ok('used') : link
      if (link.value === 'stayed') return ok('stayed')
      opened.current = true
    }
    const saved = await setPassword(password)
    return saved.ok ? ok('saved') : saved
  }
  const saving = useAction(save, { failed: wordSetFailure })

  const submit = async (): Promise<void> => {
    const { password, confirm } = typed
    if (refuse({ password: weakPasswordText(password), confirm: confirmProblemText(confirm, password) })) return
    const result = await saving.run(password)
    if (result === null) return
    if (!result.ok) {
      if (opened.current) setProblems({ password: wordSetFailure(result.failure) })
      return
    }
    if (result.value === 'used') return setUsed(true)
    if (result.value === 'stayed') return void navigate(paths.home, { replace: true })
    toast.success(t('account.reset.saved'))
    const held = await refreshRoles()
    void navigate(held.ok && held.value.length > 0 ? paths.admin : paths.home, { replace: true })
  }

  if (used)
    return (
      <div className="grid gap-4">
        <h1 className="head-5">{t('account.reset.title')}</h1>
        <Alert>{t('account.reset.used')}</Alert>
        <p className="text-2">
          <Link className="link" to={paths.resetPassword} replace>
            {t('account.reset.again')}
          </Link>
        </p>
      </div>
    )

  return (
    <Form className="grid gap-4" busy={saving.busy} onSend={submit}>
      <h1 className="head-5">{t('account.reset.choose')}</h1>
      <PasswordField
        {...field('password')}
        autoComplete="new-password"
        label={t('account.newPassword')}
        hint={t('account.passwordHint', { n: PASSWORD_MIN })}
      />
      <PasswordField {...field('confirm')} autoComplete="new-password" label={t('account.confirmPassword')} />
      <Button kind="lit" type="submit" wide arrow busy={saving.busy} busyLabel={t('account.reset.chooseBusy')}>
        {t('account.reset.chooseSubmit')}
      </Button>
    </Form>
  )
}
