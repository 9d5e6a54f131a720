import { useState } from 'react'
import { endOtherSessions } from '#shop/people/auth.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/account/profile.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'

/** Ends the sessions of all other devices, after a question. */
export function SignOutElsewhere({ wide = false }: { wide?: boolean }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  const confirm = async (): Promise<void> => {
    setFailed(false)
    setBusy(true)
    const ended = await endOtherSessions()
    setBusy(false)
    if (!ended.ok) return setFailed(true)
    setOpen(false)
    toast.success(t('settings.devices.done'))
  }

  return (
    <>
      <Button
        kind="line"
        wide={wide}
        onClick={() => {
          setFailed(false)
          setOpen(true)
        }}
      >
        {t('settings.devices.open')}
      </Button>
      <ConfirmDialog
        open={open}
        question={t('settings.devices.question')}
        confirmLabel={t('settings.devices.confirm')}
        busy={busy}
        busyLabel={t('settings.devices.busy')}
        onCancel={() => setOpen(false)}
        onConfirm={() => void confirm()}
      >
        <div className="grid gap-3 text-2">
          <p>{t('settings.devices.follows')}</p>
          {failed && (
            <Note kind="bad" role="alert">
              {t('settings.devices.failed')}
            </Note>
          )}
        </div>
      </ConfirmDialog>
    </>
  )
}
