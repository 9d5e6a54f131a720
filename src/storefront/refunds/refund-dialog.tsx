import { useId, useState } from 'react'
import { saveFailureText } from '#account/save-words.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { isRefundUpiId } from '#shop/people/profile.ts'
import { saveProfile, watchMyProfile } from '#shop/people/profile.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Form } from '#ui/controls/form.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import { Alert } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { UpiIdField } from './upi-id-field.tsx'

/** Saves the UPI id in the profile, then sends the request. */
export function RefundDialog({
  userId,
  about,
  amount,
  asked,
  turnsTicketOff,
  send: request,
  onClose,
}: {
  userId: string
  about: string
  amount: string
  /** Already requested: only the UPI id changes. */
  asked: boolean
  /** The request invalidates a ticket that is still good. */
  turnsTicketOff: boolean
  send: () => Promise<Result<unknown>>
  onClose: () => void
}) {
  const kept = useWatched(watchMyProfile, [userId]).value?.refundUpiId ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const upiId = (typed ?? kept).trim()
  const sending = useAction(
    async (): Promise<Result<unknown>> => {
      const saved = upiId === kept ? null : await saveProfile({ refundUpiId: upiId })
      return saved && !saved.ok ? saved : request()
    },
    { done: () => t('refund.done') },
  )
  const fieldId = useId()
  const formId = useId()

  const send = async (): Promise<void> => {
    sending.forget()
    if (!isRefundUpiId(upiId)) {
      setProblem(t(upiId === '' ? 'settings.refund.missing' : 'settings.refund.bad'))
      document.getElementById(fieldId)?.focus()
      return
    }
    setProblem(undefined)
    const sent = await sending.run()
    if (sent?.ok) onClose()
  }

  return (
    <Dialog
      open
      size="narrow"
      title={t(asked ? 'refund.change' : 'refund.question')}
      subtitle={about}
      onClose={sending.busy ? () => undefined : onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="line" disabled={sending.busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="lit" type="submit" form={formId} busy={sending.busy} busyLabel={t('refund.sending')}>
            {t(asked ? 'settings.refund.submit' : 'refund.send')}
          </Button>
        </div>
      }
    >
      <Form id={formId} className="grid gap-4" busy={sending.busy} onSend={send}>
        <p>{amount}</p>
        {turnsTicketOff && <p className="text-2 text-muted">{t('refund.moved')}</p>}
        <UpiIdField id={fieldId} value={typed ?? kept} error={problem} onType={setTyped} />
        <p className="text-2 text-muted">{t('refund.time')}</p>
        <Alert>{sending.failure && refundFailureText(sending.failure)}</Alert>
      </Form>
    </Dialog>
  )
}

function refundFailureText(failure: Failure): string {
  if (failure.code === 'not_refundable' && failure.detail === 'late') return t('refund.late')
  if (failure.code === 'not_refundable' || failure.code === 'not_found') return t('refund.refused')
  if (failure.code === 'no_upi_id') return t('settings.refund.missing')
  return saveFailureText(failure, t('refund.failed'))
}
