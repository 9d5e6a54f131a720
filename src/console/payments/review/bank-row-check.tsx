import { readBankRows } from '#shop/bank/bank.api.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { formatDay } from '#platform/time/ist.ts'
import { exactRupees } from '#ui/format.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { amountsDiffer, distinctCredits } from './distinct-credits.ts'
import { Check } from './fact-row.tsx'

export function BankRowCheck({ payment }: { payment: ReviewPayment }) {
  const { value, failure } = useLoaded(payment.transactionId, () => readBankRows(payment.transactionId))
  const credits = value && distinctCredits(value)
  const [row, ...more] = credits ?? []
  const differs = amountsDiffer({
    stated: payment.amount,
    expected: payment.expected,
    credited: credits?.reduce((sum, { amount }) => sum + amount, 0) ?? 0,
    credits: credits?.length ?? 0,
  })
  const paidFor = credits?.every((one) => one.orderCode !== null && one.orderCode !== payment.orderCode)
    ? row?.orderCode
    : null
  return (
    <Check
      label="Credit"
      value={
        row ? (
          <>
            {exactRupees(row.amount)}, {formatDay(row.bookedOn)}
            <span className="block text-1 font-text break-words text-muted">{row.narration}</span>
            {more.length > 0 ? (
              <span className="block text-1 font-text">and {more.length} more with this UTR</span>
            ) : null}
          </>
        ) : value ? (
          'None'
        ) : failure ? (
          'Unknown'
        ) : (
          ''
        )
      }
    >
      {row ? (
        paidFor ? (
          <StateMark kind="bad">Paid for order {paidFor}</StateMark>
        ) : differs ? (
          <StateMark kind="warn">{differs}</StateMark>
        ) : (
          <StateMark kind="ok">Order matches</StateMark>
        )
      ) : value ? (
        <StateMark kind="off">Not in a statement</StateMark>
      ) : null}
    </Check>
  )
}
