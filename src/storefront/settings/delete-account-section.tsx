import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { deleteAccount, forgetAccount, type Unsettled } from '#account/delete-account.ts'
import { wordSaveFailure } from '#account/save-words.ts'
import { unsentOf } from '#offline/session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { CheckField } from '#ui/field.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/note.tsx'
import { PageSection } from '#ui/page-section.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'

/**
 * Leaving for good. The dialog says what follows; the server is asked without confirmation first, and what it calls
 * unsettled is shown before it is asked again.
 */
export function DeleteAccount({ owner }: { owner: string | null }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [unsent, setUnsent] = useState(false)
  const [unsettled, setUnsettled] = useState<Unsettled | null>(null)
  const [understood, setUnderstood] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const begin = async (): Promise<void> => {
    setUnsent(owner !== null && (await unsentOf(owner)) > 0)
    setUnsettled(null)
    setUnderstood(false)
    setProblem(null)
    setOpen(true)
  }

  const confirm = async (): Promise<void> => {
    if (!understood) {
      setProblem(t('settings.delete.tick'))
      return
    }
    setProblem(null)
    setBusy(true)
    const answer = await deleteAccount(unsettled !== null)
    setBusy(false)
    if (!answer.ok) {
      const last = answer.failure.code === 'last_admin'
      setProblem(last ? t('settings.delete.lastAdmin') : wordSaveFailure(answer.failure, t('settings.delete.failed')))
      return
    }
    if (answer.value !== 'deleted') {
      setUnsettled(answer.value)
      setUnderstood(false)
      return
    }
    setOpen(false)
    toast.success(t('settings.delete.done'))
    // Home first: on a page of one's own, nobody being signed in leads to the sign-in.
    await navigate(paths.home, { replace: true })
    await forgetAccount()
  }

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
        busy={busy}
        busyLabel={t('settings.delete.busy')}
        onCancel={() => setOpen(false)}
        onConfirm={() => void confirm()}
      >
        <div className="grid gap-3 text-2">
          <p>{t('settings.delete.text')}</p>
          <p>{t('settings.delete.device')}</p>
          {unsent && <Note kind="bad">{t('settings.delete.unsent')}</Note>}
          {unsettled && (
            <Note kind="bad" role="alert" className="grid gap-1">
              {unsettled.pendingPayments > 0 && <p>{t('settings.delete.pending', { n: unsettled.pendingPayments })}</p>}
              {unsettled.upcomingTickets > 0 && (
                <p>{t('settings.delete.upcoming', { n: unsettled.upcomingTickets })}</p>
              )}
            </Note>
          )}
          <CheckField
            label={t('settings.delete.understood')}
            checked={understood}
            onChange={(event) => setUnderstood(event.target.checked)}
          />
          {problem !== null && (
            <Note kind="bad" role="alert">
              {problem}
            </Note>
          )}
        </div>
      </ConfirmDialog>
    </PageSection>
  )
}
