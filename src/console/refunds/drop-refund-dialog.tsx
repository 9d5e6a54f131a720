import { dropRefund, type RefundRow } from '#shop/refunds/refunds-admin.api.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { recipientOf, refundFailureText } from './refund-words.ts'

export function DropRefundDialog({
  refund,
  onClose,
  onDone,
}: {
  refund: RefundRow
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const { busy, failure, run } = useAction(() => dropRefund(refund.id), {
    done: 'Refund dropped',
    failed: 'Error dropping the refund',
  })
  const confirm = async () => {
    const result = await run()
    if (!result?.ok) return
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
        You no longer owe {exactRupees(refund.amount)} to {recipientOf(refund)}
        {refund.sellerId === null ? ', and the customer no longer sees it.' : '.'}
        {refund.ticketId && refund.reason !== 'cancelled' && refund.reason !== 'given_back'
          ? ' Their ticket opens the gate again.'
          : ''}
      </p>
      {failure ? (
        <Note kind="bad" className="mt-4" role="alert">
          {refundFailureText(failure)}
        </Note>
      ) : null}
    </ConfirmDialog>
  )
}
