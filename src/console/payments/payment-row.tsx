import { isApprovedByProof, type ReviewPayment } from '#shop/payments/review-rows.ts'
import { isDecided, isOver, type PaymentStatus } from '#shop/payments/payment.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { ago, exactRupees } from '#ui/format.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import type { BankState } from '#shop/bank/credits.api.ts'
import { referenceText } from '../box-office/box-office-words.ts'
import { BankMark } from './bank-state.tsx'
import { TestTag } from '../kit/list/list-parts.tsx'
import { undoRejection, useRejection } from './decision/rejections.ts'
import { payerOf } from '../kit/words/payer.ts'
import { doubtText } from './review/warning-words.ts'

const marks = {
  pending: { kind: 'warn', text: 'Pending' },
  approved: { kind: 'ok', text: 'Approved' },
  rejected: { kind: 'bad', text: 'Rejected' },
} as const satisfies Record<PaymentStatus, unknown>

export function PaymentState({ payment }: { payment: Pick<ReviewPayment, 'status'> }) {
  const { kind, text } = marks[payment.status]
  return (
    <StateMark kind={kind} tag>
      {text}
    </StateMark>
  )
}

/** On a phone, Approve and Reject are behind View. */
export function PaymentRow({
  payment,
  now,
  watched,
  bank,
  approving,
  onView,
  onApprove,
  onReject,
  onGiven,
}: {
  payment: ReviewPayment
  now: number
  watched: string | null
  /** Undefined while it loads. */
  bank: BankState | undefined
  approving: string | null
  onView: () => void
  onApprove: () => void
  onReject: () => void
  /** A credit was given to it. */
  onGiven: () => Promise<unknown>
}) {
  const rejection = useRejection(payment.id)
  const rejecting = rejection !== null && rejection.step !== 'kept'
  const who = payerOf(payment)
  const which = `payment of ${who}, ${exactRupees(payment.amount)}`
  const doubt = isOver(payment.status) ? null : doubtText(payment.warnings, payment.lines)
  /** A doubt is looked at before anything is decided. */
  const looksFirst = doubt !== null && !rejecting
  const view = (
    <Button kind={looksFirst ? 'solid' : 'line'} small data-payment-view aria-label={`View ${which}`} onClick={onView}>
      View
    </Button>
  )
  return (
    <tr>
      <Cell className="max-desk:w-full max-desk:max-w-0 desk:max-w-[280px]">
        <span className="block truncate font-strong">{who}</span>
        {payment.userName && payment.email ? (
          <span className="block truncate text-1 text-muted">{payment.email}</span>
        ) : null}
        <span className="block text-1 text-muted desk:hidden">
          {referenceText(payment)} · {ago(Date.parse(payment.createdAt), now)}
        </span>
      </Cell>
      <Cell deskOnly className="max-w-[220px]">
        <span className="block truncate">{referenceText(payment)}</span>
        <span className="block truncate text-1 text-muted">
          {payment.orderCode}
          {payment.sellerName ? ` · sold by ${payment.sellerName}` : ''}
        </span>
      </Cell>
      <Cell>
        {rejecting && !isDecided(payment.status) ? (
          <StateMark kind="bad" tag>
            Rejecting
          </StateMark>
        ) : (
          <PaymentState payment={payment} />
        )}{' '}
        {payment.isTest ? <TestTag /> : null}
        {isApprovedByProof(payment) ? <span className="mt-1 block text-1 text-muted">By proof</span> : null}
        {doubt ? <span className="mt-1 block text-1 text-warn">{doubt}</span> : null}
        {bank && payment.method === 'upi' ? (
          <BankMark state={bank} orderCode={payment.orderCode} onGiven={onGiven} />
        ) : null}
        {watched ? <span className="mt-1 block text-1 text-info">{watched}</span> : null}
      </Cell>
      <Cell deskOnly className="whitespace-nowrap">
        <time dateTime={payment.createdAt} title={formatDayTime(payment.createdAt)}>
          {ago(Date.parse(payment.createdAt), now)}
        </time>
      </Cell>
      {/* The last column on a phone, where the actions have none. */}
      <Cell number className="max-desk:pr-0!">
        {exactRupees(payment.amount)}
        <span className="mt-1 block desk:hidden">
          <button
            type="button"
            className="link min-h-6"
            data-payment-view
            aria-label={`View ${which}`}
            onClick={onView}
          >
            View
          </button>
        </span>
      </Cell>
      <Cell deskOnly number className="py-1.5!">
        <span className="inline-flex items-center gap-2">
          {looksFirst ? view : null}
          {isDecided(payment.status) ? null : rejecting ? (
            <Button
              kind="line"
              small
              aria-label={`Undo rejecting the ${which}`}
              disabled={rejection.step === 'sending'}
              onClick={() => undoRejection(payment.id)}
            >
              Undo
            </Button>
          ) : (
            <>
              <Button
                kind="line"
                small
                aria-label={`Approve ${which}`}
                busy={approving === payment.id}
                busyLabel="Approving..."
                disabled={approving !== null && approving !== payment.id}
                onClick={onApprove}
              >
                Approve
              </Button>
              <Button kind="no" small aria-label={`Reject ${which}`} disabled={approving !== null} onClick={onReject}>
                Reject
              </Button>
            </>
          )}
          {looksFirst ? null : view}
        </span>
      </Cell>
    </tr>
  )
}
