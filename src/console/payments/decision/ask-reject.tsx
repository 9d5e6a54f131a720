import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { exactRupees } from '#ui/format.ts'
import { payerOf } from '../payment-row.tsx'

export function AskReject({
  payment,
  note,
  onReject,
  onCancel,
}: {
  payment: ReviewPayment
  note: string
  onReject: () => void
  onCancel: () => void
}) {
  const said = note.trim()
  return (
    <ConfirmDialog
      open
      question="Reject this payment?"
      confirmLabel="Reject"
      cancelLabel="Go back"
      onConfirm={onReject}
      onCancel={onCancel}
    >
      <p>
        {payerOf(payment)}, {payment.orderCode}, {exactRupees(payment.amount)}
      </p>
      <p className="mt-2 text-muted">
        You can undo it for ten seconds. After that the customer sees it, and it can’t be reversed.
      </p>
      {said === '' ? (
        <p className="mt-2">You wrote no note, so the customer sees no reason.</p>
      ) : (
        <p className="mt-2 break-words whitespace-pre-line">“{said}”</p>
      )}
    </ConfirmDialog>
  )
}
