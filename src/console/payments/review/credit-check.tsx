import { type PaymentCredit, findPaymentCredits } from '#shop/bank/credits.api.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { ReactNode } from 'react'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { formatDay } from '#platform/time/ist.ts'
import { exactRupees } from '#ui/format.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { GiveCredit, LikelyCredit } from '../../bank/credits/give-likely.tsx'
import { useLoaded, type Loaded } from '../../kit/use-loaded.ts'

/** Joins rows of one day and amount: two files word one credit differently. `match_bank_rows` counts the same way. */
export function distinctCredits(rows: readonly PaymentCredit[]): PaymentCredit[] {
  const credits = new Map<string, PaymentCredit>()
  for (const row of rows) {
    const key = `${row.bookedOn} ${row.amount}`
    const before = credits.get(key)
    credits.set(key, before ? { ...before, orderCode: before.orderCode ?? row.orderCode } : row)
  }
  return [...credits.values()]
}

interface Amounts {
  stated: Paise
  /** Null when nothing of the order is left. */
  expected: Paise | null
  /** Sum and number of the credits with this reference. */
  credited: Paise
  credits: number
}

/** Names the amount that differs; null when all three agree. */
export function amountsDiffer({ stated, expected, credited, credits }: Amounts): string | null {
  if (credits > 1) return 'Several credits'
  if (expected === null) return 'Expected amount unknown'
  if (stated === expected) return credited === expected ? null : 'Credited amount differs'
  if (credited === expected) return 'Stated amount differs'
  return stated === credited ? 'Expected amount differs' : 'All three amounts differ'
}

/** Shows a label, its value and the result of a check, inside a <dl>. */
export function Check({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[92px_minmax(0,1fr)] items-baseline gap-x-3 border-t border-rule pt-[9px] pb-[7px] desk:grid-cols-[92px_minmax(0,1fr)_auto]">
      <dt className="text-2 text-muted">{label}</dt>
      <dd className="font-strong tabular-nums">{value}</dd>
      {children ? <dd className="max-desk:col-start-2">{children}</dd> : null}
    </div>
  )
}

/** The credits that name a payment, or nearly; without a value while they load. */
export type PaymentCredits = Pick<Loaded<PaymentCredit[]>, 'value' | 'failure'>

/** Reads the credits of a payment by UPI. */
export function usePaymentCredits(
  payment: Pick<ReviewPayment, 'id' | 'method' | 'status'> | undefined,
): Loaded<PaymentCredit[]> {
  const id = payment?.method === 'upi' ? payment.id : ''
  return useLoaded(id && `${id} ${payment?.status}`, () => findPaymentCredits(id), { list: id })
}

/** Returns the credits that paid for no order yet: money that may be this payment's. */
export const openCredits = ({ value = [] }: PaymentCredits): PaymentCredit[] =>
  distinctCredits(value).filter((credit) => credit.orderCode === null)

export function CreditCheck({
  payment,
  credits: { value, failure },
  onGiven,
}: {
  payment: ReviewPayment
  credits: PaymentCredits
  onGiven: () => Promise<unknown>
}) {
  const near = value?.filter((credit) => credit.near !== null) ?? []
  if (near.length > 0)
    return (
      <Check
        label="Credit"
        value={near.map((credit) => (
          <span key={credit.id} className="block">
            {exactRupees(credit.amount)}, {formatDay(credit.bookedOn)}{' '}
            <GiveCredit credit={credit} orderCode={payment.orderCode} onChanged={onGiven} />
            <Narration of={credit} />
          </span>
        ))}
      >
        <LikelyCredit near={near} />
      </Check>
    )
  const credits = value && distinctCredits(value)
  const [row, ...more] = credits ?? []
  return (
    <Check
      label="Credit"
      value={
        row ? (
          <>
            {exactRupees(row.amount)}, {formatDay(row.bookedOn)}
            <Narration of={row} />
            {more.length > 0 ? (
              <span className="block text-1 font-text">and {more.length} more for this order</span>
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
      {value ? <CreditMark payment={payment} credits={credits ?? []} /> : null}
    </Check>
  )
}

const Narration = ({ of }: { of: PaymentCredit }) => (
  <span className="block text-1 font-text break-words text-muted">{of.narration}</span>
)

function CreditMark({ payment, credits }: { payment: ReviewPayment; credits: readonly PaymentCredit[] }) {
  const [row] = credits
  if (!row) return <StateMark kind="off">Not in a statement</StateMark>
  if (credits.every((one) => one.orderCode !== null && one.orderCode !== payment.orderCode))
    return <StateMark kind="bad">Paid for order {row.orderCode}</StateMark>
  const differs = amountsDiffer({
    stated: payment.amount,
    expected: payment.expected,
    credited: credits.reduce((sum, { amount }) => sum + amount, 0),
    credits: credits.length,
  })
  return differs ? <StateMark kind="warn">{differs}</StateMark> : <StateMark kind="ok">Order matches</StateMark>
}
