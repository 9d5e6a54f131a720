import type { ReviewPayment } from '#backend/review-api.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { exactRupees } from '#ui/format.ts'
import { payerOf } from './payment-row.tsx'

/** One question before a payment is rejected: the customer is told at once, and no decision can be turned round. */
export function AskReject({
  payment,
  note,
  busy,
  onReject,
  onCancel,
}: {
  payment: ReviewPayment
  note: string
  busy: boolean
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
      busy={busy}
      busyLabel="Rejecting..."
      onConfirm={onReject}
      onCancel={onCancel}
    >
      <p>
        {payerOf(payment)}, {payment.orderCode}, {exactRupees(payment.amount)}
      </p>
      <p className="mt-2 text-muted">The customer is told at once. A decision cannot be turned round.</p>
      {said === '' ? (
        <p className="mt-2">You wrote no note: the customer reads no reason.</p>
      ) : (
        <p className="mt-2 break-words whitespace-pre-line">“{said}”</p>
      )}
    </ConfirmDialog>
  )
}
