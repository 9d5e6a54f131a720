import type { UnprovenPayment } from '#shop/bank/proofs.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Cell } from '#ui/display/table.tsx'
import { exactRupees } from '#ui/format.ts'
import { PaymentLink } from '../credits/payment-link.tsx'

/** The cells of a payment that no proof knows: its order and payer, its time, its amount. */
export function PaymentCells({ payment }: { payment: UnprovenPayment }) {
  return (
    <>
      <Cell className="max-desk:w-full max-desk:max-w-0">
        <PaymentLink id={payment.paymentId} orderCode={payment.orderCode} />
        <span className="block truncate text-1 text-muted">{payment.userName ?? 'Deleted account'}</span>
      </Cell>
      <Cell className="min-w-28">{formatDayTime(payment.createdAt)}</Cell>
      <Cell number>{exactRupees(payment.amount)}</Cell>
    </>
  )
}
