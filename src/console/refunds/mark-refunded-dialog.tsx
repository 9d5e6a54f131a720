import { useState } from 'react'
import { markRefunded, type RefundRow } from '#backend/refunds-admin-api.ts'
import type { Failure } from '#domain/failure.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { TextField } from '#ui/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/note.tsx'
import { toast } from '#ui/toast.tsx'
import { CopyText } from '../copy-text.tsx'
import { Fact } from '../fact.tsx'
import { whyFailed } from '../why-failed.ts'

/** Whom to send what, and the reference that the bank gave for it. */
export function MarkRefundedDialog({
  refund,
  onClose,
  onDone,
}: {
  refund: RefundRow
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [utr, setUtr] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const confirm = async () => {
    if (busy) return
    if (utr.replace(/\s/g, '').length < 6)
      return setProblem('Enter the reference that your bank shows for the transfer.')
    setProblem(undefined)
    setBusy(true)
    const result = await markRefunded(refund.id, utr)
    setBusy(false)
    if (!result.ok) {
      toast.error('Error marking the refund')
      return setFailure(result.failure)
    }
    toast.success('Marked as refunded')
    await onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      question={`Refund ${exactRupees(refund.amount)}`}
      confirmLabel="Mark as refunded"
      kind="solid"
      busy={busy}
      busyLabel="Saving..."
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div>
        <p className="mb-4 text-muted">
          Send the money in your bank’s app first. Marking it takes the ticket back and frees its seats.
        </p>
        <dl className="mb-4 border-b border-rule">
          <Fact label="To">{refund.userName ?? refund.userEmail ?? 'Deleted account'}</Fact>
          <Fact label="UPI id">{refund.upiId ? <CopyText text={refund.upiId} what="the UPI id" /> : 'Unknown'}</Fact>
          <Fact label="Amount">
            <CopyText text={(refund.amount / 100).toFixed(2)} what="the amount">
              {exactRupees(refund.amount)}
            </CopyText>
          </Fact>
          <Fact label="For">
            {refund.eventName}, {refund.category}: {refund.seats.join(', ')}
          </Fact>
        </dl>
        <TextField
          label="UTR of the transfer"
          value={utr}
          error={problem}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={(change) => setUtr(change.target.value)}
        />
        {failure ? (
          <Note kind="bad" className="mt-4" role="alert">
            {wordRefundFailure(failure)}
          </Note>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}

function wordRefundFailure(failure: Failure): string {
  switch (failure.code) {
    case 'already_decided': {
      const { utr } = (failure.detail ?? {}) as { utr?: string }
      return `Somebody marked it meanwhile${utr ? ` with reference ${utr}` : ''}. Look at your bank’s statement before you send anything.`
    }
    case 'transaction_used':
      return `This reference paid another customer back${typeof failure.detail === 'string' ? `, for order ${failure.detail}` : ''}. One transfer goes to one customer.`
    case 'invalid':
      return 'This is not a reference: it has at least 6 letters and digits, and no other signs.'
    default:
      return whyFailed(failure)
  }
}
