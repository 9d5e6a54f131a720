import { isApprovedByProof, isFreeOrder, type ReviewPayment } from '#shop/payments/review-rows.ts'
import { isPaid } from '#shop/payments/payment.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Note } from '#ui/display/note.tsx'

export function Decision({ payment }: { payment: ReviewPayment }) {
  if (isFreeOrder(payment))
    return (
      <Note kind="ok" className="mt-5">
        <p className="font-strong">
          Free: the customer got the tickets at once
          {payment.reviewedAt ? `, ${formatDayTime(payment.reviewedAt)}` : ''}
        </p>
        <p>There was no payment to check.</p>
      </Note>
    )
  if (isApprovedByProof(payment))
    return (
      <Note kind="ok" className="mt-5">
        <p className="font-strong">
          Approved by proof{payment.reviewedAt ? `, ${formatDayTime(payment.reviewedAt)}` : ''}
        </p>
        <p>A credit of the order’s amount came in, and nothing else had to be checked. No person decided it.</p>
      </Note>
    )
  return (
    <Note kind={isPaid(payment.status) ? 'ok' : 'bad'} className="mt-5">
      <p className="font-strong">
        {isPaid(payment.status) ? 'Approved' : 'Rejected'} by {payment.reviewerName ?? 'a deleted account'}
        {payment.reviewedAt ? `, ${formatDayTime(payment.reviewedAt)}` : ''}
      </p>
      <p className="break-words whitespace-pre-line">
        {payment.reviewNote ? `“${payment.reviewNote}”` : 'Without a note.'}
      </p>
    </Note>
  )
}
