import { useState } from 'react'
import { dropRefund, type RefundRow } from '#shop/refunds/refunds-admin.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { recipientOf, wordRefundFailure } from './refund-words.ts'

/** Asks, then takes back what was written down as owed and not paid. */
export function DropRefundDialog({
  refund,
  onClose,
  onDone,
}: {
  refund: RefundRow
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const confirm = async () => {
    if (busy) return
    setBusy(true)
    const result = await dropRefund(refund.id)
    setBusy(false)
    if (!result.ok) {
      toast.error('Error dropping the refund')
      return setFailure(result.failure)
    }
    toast.success('Refund dropped')
    await onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      question="Drop this refund?"
      confirmLabel="Drop refund"
      cancelLabel="Keep it"
      busy={busy}
      busyLabel="Dropping..."
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>
        {exactRupees(refund.amount)} to {recipientOf(refund)} no longer stands as owed, and the customer no longer reads
        of it.{refund.ticketId && refund.reason !== 'cancelled' ? ' Their ticket opens the gate again.' : ''}
      </p>
      {failure ? (
        <Note kind="bad" className="mt-4" role="alert">
          {wordRefundFailure(failure)}
        </Note>
      ) : null}
    </ConfirmDialog>
  )
}
