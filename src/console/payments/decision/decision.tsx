import { isApprovedByProof, isFreeOrder, type ReviewPayment } from '#shop/payments/review-rows.ts'
import { isPaid } from '#shop/payments/payment.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Note } from '#ui/display/note.tsx'
import { endTestOrder } from '#shop/orders/test-orders.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { exactRupees } from '#ui/format.ts'
import { payerOf } from '../../kit/words/payer.ts'
import { seatsText } from '#console/bookings/ticket-state.tsx'

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

/** Frees a test's seats now; they are free an hour after the decision anyway. Nothing after it ended. */
export function EndTest({ payment, onDone }: { payment: ReviewPayment; onDone: () => Promise<unknown> }) {
  const ending = useAction(() => endTestOrder(payment.id), {
    done: () => 'The test has ended: its seats are free.',
    failed: () => 'The test could not be ended. Please try again.',
  })
  const lives = isPaid(payment.status) && payment.lines.some((line) => line.ticket?.revokedAt === null)
  if (!lives) return null
  return (
    <Button
      kind="line"
      busy={ending.busy}
      onClick={async () => {
        const ended = await ending.run()
        if (ended?.ok) await onDone()
      }}
    >
      End test
    </Button>
  )
}

/** The part of a payment that can be refunded without a ticket; tickets have refunds of their own. */
export const refundOf = (payment: ReviewPayment) => ({
  paymentId: payment.id,
  ticketId: null,
  orderCode: payment.orderCode,
  customer: payerOf(payment),
  door: payment.sellerId === null ? null : payment.method,
  what: `order ${payment.orderCode}, ${exactRupees(payment.amount)}`,
  lines: payment.lines.map((line) => ({
    id: line.id,
    what: `${line.eventName}, ${line.categoryName}: ${seatsText(line.seats)}`,
  })),
})
