import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { likelyText } from '../../bank/credits/credit-words.ts'
import { payerOf } from '../../kit/words/payer.ts'
import { openCredits, type PaymentCredits } from '../review/credit-check.tsx'

export function AskReject({
  payment,
  note,
  credits,
  onReject,
  onCancel,
}: {
  payment: ReviewPayment
  credits: PaymentCredits
  note: string
  onReject: () => void
  onCancel: () => void
}) {
  const said = note.trim()
  const open = openCredits(credits)
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
      {open.length > 0 ? (
        <Note kind="warn" className="mt-2">
          {open[0]!.near === null
            ? `Money came in for it: ${open.map(({ amount }) => exactRupees(amount)).join(' and ')}. Rejected, it has to go back.`
            : `${likelyText(open)}. If it paid this order, go back and give it the credit.`}
        </Note>
      ) : null}
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
