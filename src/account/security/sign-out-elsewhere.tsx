import { useState } from 'react'
import { endOtherSessions } from '#shop/people/auth.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import { Alert } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'

export function SignOutElsewhere({ wide = false }: { wide?: boolean }) {
  const [open, setOpen] = useState(false)
  const ending = useAction(endOtherSessions, { done: () => t('settings.devices.done') })

  const confirm = async (): Promise<void> => {
    ending.forget()
    const ended = await ending.run()
    if (ended?.ok) setOpen(false)
  }

  return (
    <>
      <Button
        kind="line"
        wide={wide}
        onClick={() => {
          ending.forget()
          setOpen(true)
        }}
      >
        {t('settings.devices.open')}
      </Button>
      <ConfirmDialog
        open={open}
        question={t('settings.devices.question')}
        confirmLabel={t('settings.devices.confirm')}
        busy={ending.busy}
        busyLabel={t('settings.devices.busy')}
        onCancel={() => setOpen(false)}
        onConfirm={() => void confirm()}
      >
        <div className="grid gap-3 text-2">
          <p>{t('settings.devices.follows')}</p>
          <Alert>{ending.failure && t('settings.devices.failed')}</Alert>
        </div>
      </ConfirmDialog>
    </>
  )
}
