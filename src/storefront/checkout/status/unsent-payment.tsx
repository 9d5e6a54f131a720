import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { failed, type Result } from '#platform/failure/failure.ts'
import { canSendInBackground } from '#shop/orders/outbox/submit-order.store.ts'
import { cancelSubmission, editSubmission, reopenPayment, retrySubmission } from '#shop/orders/outbox/outbox.store.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { t } from '#ui/messages/messages.ts'
import { Alert } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { linesOfPayment } from '../ordered-lines.ts'
import { refusalReason, isPageOnly, sendingFailure } from '../payment-phase.ts'

/**
 * Shows a payment that did not leave this device. `missing`: the server no longer has a payment that it had accepted.
 */
export function Unsent({ submission, missing }: { submission: Submission | undefined; missing: boolean }) {
  if (!submission) return null
  const hasFailed = submission.failure !== null && submission.attempts > 0
  return (
    <>
      <p>{t(unsentText(submission))}</p>
      <Alert>{hasFailed && sendingFailure(submission)}</Alert>
      {missing && !hasFailed && (
        <Alert>
          {t('checkout.creationFailed')}. {t('checkout.willBeSent')}
        </Alert>
      )}
      {submission.state === 'waiting' && (
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Button kind="line" small onClick={() => void retrySubmission(submission.orderId)}>
            {t('checkout.status.sendNow')}
          </Button>
          <Button kind="bare" small onClick={() => void edit(submission.orderId)}>
            {t('checkout.status.change')}
          </Button>
          <Withdraw submission={submission} small />
        </div>
      )}
    </>
  )
}

/** Reopens the form for a new screenshot: the server lost the payment and this device did not send it. */
export function Lost({ payment }: { payment: MyPayment | undefined }) {
  const reopening = useAction(
    async (lost: MyPayment): Promise<Result<unknown>> => {
      const lines = await linesOfPayment(lost.lines)
      // Without a line that left the catalogue, too, it would be another order.
      return lines.length === lost.lines.length ? reopenPayment(lost, lines) : failed('not_found')
    },
    { failed: () => t('checkout.status.lost.failed') },
  )
  return (
    <>
      <p role="alert">{t('checkout.status.lost.text')}</p>
      {payment && (
        <Button kind="lit" busy={reopening.busy} onClick={() => void reopening.run(payment)}>
          {t('checkout.status.lost.again')}
        </Button>
      )}
    </>
  )
}

const unsentText = (submission: Submission) =>
  isPageOnly(submission)
    ? 'checkout.status.unsent.keepOpen'
    : canSendInBackground()
      ? 'checkout.status.unsent.text'
      : 'checkout.status.unsent.reopen'

export function Refused({ submission, code }: { submission: Submission; code: string }) {
  const reason = refusalReason(submission)
  return (
    <>
      <Alert>{reason !== null && reason}</Alert>
      <p>{t('checkout.status.refused.text', { code })}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button kind="lit" onClick={() => void edit(submission.orderId)}>
          {t('checkout.status.edit')}
        </Button>
        <Withdraw submission={submission} />
      </div>
    </>
  )
}

/** Deletes the payment from the device, once the server is known not to have it. */
function Withdraw({ submission, small }: { submission: Submission; small?: boolean }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const withdraw = async (): Promise<void> => {
    setAsking(false)
    const result = await cancelSubmission(submission.orderId)
    if (result.ok) await navigate(paths.myTickets, { replace: true })
    else toast.error(t('checkout.status.takeBackFailed'))
  }
  return (
    <>
      <Button kind="bare" small={small} onClick={() => setAsking(true)}>
        {t('checkout.status.withdraw')}
      </Button>
      <ConfirmDialog
        open={asking}
        question={t('checkout.status.withdraw.question')}
        confirmLabel={t('checkout.status.withdraw')}
        onConfirm={() => void withdraw()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('checkout.status.withdraw.text', { code: submission.orderCode })}</p>
      </ConfirmDialog>
    </>
  )
}

async function edit(orderId: string): Promise<void> {
  const result = await editSubmission(orderId)
  if (!result.ok) toast.error(t('checkout.status.takeBackFailed'))
}
