import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { deleteAccount, forgetAccount, type Unsettled } from '#account/security/delete-account.ts'
import { authFailureText } from '#account/form/failure-words.ts'
import { GoogleAgain } from '#account/security/google-again.tsx'
import { PasswordField } from '#account/form/password-field.tsx'
import { hasPassword } from '#account/security/password.ts'
import { saveFailureText } from '#account/save-words.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { unsentOf } from '#shop/people/session.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { CheckField } from '#ui/controls/field.tsx'
import { t } from '#ui/messages/messages.ts'
import { Alert, Note } from '#ui/display/note.tsx'
import { PageSection } from '#ui/display/fact.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'

/** The first request is unconfirmed: the dialog shows what the server calls unsettled before it sends the second. */
export function DeleteAccount({ owner }: { owner: string | null }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [unsent, setUnsent] = useState(false)
  const [unsettled, setUnsettled] = useState<Unsettled | null>(null)
  const [understood, setUnderstood] = useState(false)
  const [unticked, setUnticked] = useState(false)
  const [asksPassword, setAsksPassword] = useState(true)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [again, setAgain] = useState(false)
  const deleting = useAction(deleteAccount)

  const begin = async (): Promise<void> => {
    setUnsent(owner !== null && (await unsentOf(owner)) > 0)
    setUnsettled(null)
    setUnderstood(false)
    setUnticked(false)
    deleting.forget()
    setAsksPassword(await hasPassword())
    setPassword('')
    setWrong(undefined)
    setAgain(false)
    setOpen(true)
  }

  const confirm = async (): Promise<void> => {
    setUnticked(!understood)
    deleting.forget()
    if (!understood) return
    setWrong(asksPassword && password === '' ? t('account.missing.password') : undefined)
    if (asksPassword && password === '') return
    const answer = await deleting.run(asksPassword ? password : null, unsettled !== null)
    if (!answer?.ok) return
    if (answer.value === 'wrong') return setWrong(t('settings.password.wrong'))
    setAgain(answer.value === 'sign-in-again')
    if (answer.value === 'sign-in-again') return
    if (answer.value !== 'deleted') {
      setUnsettled(answer.value)
      setUnderstood(false)
      return
    }
    setOpen(false)
    toast.success(t('settings.delete.done'))
    // Home first: without the account the customer's pages redirect to the sign-in.
    await navigate(paths.home, { replace: true })
    await forgetAccount()
  }

  const problem = unticked ? t('settings.delete.tick') : deleting.failure && wordFailure(deleting.failure)
  return (
    <PageSection title={t('settings.delete')} text={t('settings.delete.text')}>
      <Button kind="no" wide onClick={() => void begin()}>
        {t('settings.delete.open')}
      </Button>
      <ConfirmDialog
        open={open}
        question={t('settings.delete.question')}
        confirmLabel={t('settings.delete.confirm')}
        cancelLabel={t('settings.delete.keep')}
        busy={deleting.busy}
        busyLabel={t('settings.delete.busy')}
        onCancel={() => setOpen(false)}
        onConfirm={() => void confirm()}
      >
        <div className="grid gap-3 text-2">
          <p>{t('settings.delete.text')}</p>
          <p>{t('settings.delete.device')}</p>
          {unsent && <Note kind="bad">{t('settings.delete.unsent')}</Note>}
          {unsettled && (
            <Alert className="grid gap-1">
              {unsettled.pendingPayments > 0 && <p>{t('settings.delete.pending', { n: unsettled.pendingPayments })}</p>}
              {unsettled.upcomingTickets > 0 && (
                <p>{t('settings.delete.upcoming', { n: unsettled.upcomingTickets })}</p>
              )}
            </Alert>
          )}
          <CheckField
            label={t('settings.delete.understood')}
            checked={understood}
            onChange={(event) => setUnderstood(event.target.checked)}
          />
          {asksPassword && (
            <PasswordField
              label={t('settings.password.current')}
              name="delete-password"
              autoComplete="current-password"
              required
              value={password}
              error={wrong}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          {again && <GoogleAgain returnTo={paths.settings} />}
          <Alert>{problem}</Alert>
        </div>
      </ConfirmDialog>
    </PageSection>
  )
}

function wordFailure(failure: Failure): string {
  if (failure.code === 'last_admin') return t('settings.delete.lastAdmin')
  const otherwise = t('settings.delete.failed')
  return failure.code === 'rate_limited' ? authFailureText(failure, otherwise) : saveFailureText(failure, otherwise)
}
