import { isFreeOrder, isMadeByCredit, type ReviewLine, type ReviewPayment } from '#shop/payments/review-rows.ts'
import { isDecided, keepsSeats } from '#shop/payments/payment.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { exactRupees } from '#ui/format.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { methodNames, referenceText } from '../../box-office/box-office-words.ts'
import { copyText } from '#console/kit/fact.tsx'
import { seatsText } from '#console/bookings/ticket-state.tsx'
import { PaymentState } from '../payment-row.tsx'
import { CreditCheck, type PaymentCredits, Check } from './credit-check.tsx'

interface Checked {
  payment: ReviewPayment
  credits: PaymentCredits
  onGiven: () => Promise<unknown>
}

export function Checks({ payment, credits, onGiven }: Checked) {
  const has = (code: string) => payment.warnings.some((warning) => warning.code === code)
  const allGone = payment.lines.every((line) => line.gone)
  const decided = isDecided(payment.status)
  return (
    <dl className="border-b border-rule">
      <Check label="Expected" value={allGone || payment.expected === null ? 'Unknown' : exactRupees(payment.expected)}>
        {allGone ? <StateMark kind="bad">Tickets deleted</StateMark> : null}
      </Check>
      <Check label="Stated" value={exactRupees(payment.amount)}>
        <AmountMark payment={payment} unknown={allGone} />
      </Check>
      {isFreeOrder(payment) ? null : payment.sellerId === null && payment.method === 'upi' ? (
        <SentByCustomer payment={payment} credits={credits} onGiven={onGiven} />
      ) : (
        <PaidAtDoor payment={payment} credits={credits} onGiven={onGiven} />
      )}
      <Check label="Seats" value={seatsOf(payment.lines)}>
        {!keepsSeats(payment.status) ? null : has('seats_lost') ? (
          <StateMark kind="bad">Some lost</StateMark>
        ) : has('category_gone') ? (
          <StateMark kind="bad">Not all exist</StateMark>
        ) : (
          <StateMark kind="ok">{decided ? 'Sold' : 'Under review'}</StateMark>
        )}
      </Check>
      <Check label="Order" value={payment.orderCode}>
        {decided ? <PaymentState payment={payment} /> : null}
      </Check>
    </dl>
  )
}

/** What a customer sent to show that they paid. */
function SentByCustomer({ payment, credits, onGiven }: Checked) {
  const byCredit = isMadeByCredit(payment)
  const has = (code: string) => payment.warnings.some((warning) => warning.code === code)
  return (
    <>
      <Check
        label="UTR"
        value={
          <>
            <span className="break-all">{groupReference(payment.transactionId)}</span>{' '}
            <button
              type="button"
              className="link ml-1 min-h-6 text-2 font-text"
              onClick={() =>
                void copyText(
                  payment.transactionId,
                  'Transaction ID copied!',
                  'This browser does not let the page copy. Select the number and copy it.',
                )
              }
            >
              Copy<span className="sr-only"> the transaction id</span>
            </button>
          </>
        }
      >
        {has('reference_of_refund') ? (
          <StateMark kind="bad">Your own refund</StateMark>
        ) : has('reference_used') ? (
          <StateMark kind="warn">Used before</StateMark>
        ) : has('reference_not_12_digits') ? (
          <StateMark kind="warn">Not 12 digits</StateMark>
        ) : (
          <StateMark kind="ok">Not used before</StateMark>
        )}
      </Check>
      <CreditCheck payment={payment} credits={credits} onGiven={onGiven} />
      {/* Of a decided payment nothing says whether a file came: the frame of the picture shows it. */}
      {!isDecided(payment.status) || byCredit || has('screenshot_seen') ? (
        <Check label="Screenshot" value={byCredit ? 'None' : has('no_screenshot') ? 'None so far' : 'This file'}>
          {byCredit ? (
            <StateMark kind="off">Made by a credit</StateMark>
          ) : has('no_screenshot') ? null : has('screenshot_seen') ? (
            <StateMark kind="warn">Seen before</StateMark>
          ) : (
            <StateMark kind="ok">Not seen before</StateMark>
          )}
        </Check>
      ) : null}
    </>
  )
}

/** Sold or given by staff: nothing was sent, the seller vouches for it. */
function PaidAtDoor({ payment, credits, onGiven }: Checked) {
  return (
    <>
      <Check label="Paid by" value={methodNames[payment.method]} />
      {payment.transactionId === payment.orderCode ? null : (
        <>
          <Check label="Reference" value={referenceText(payment)} />
          {/* As the list's mark: the statement knows references of transfers alone. */}
          {payment.method === 'upi' ? <CreditCheck payment={payment} credits={credits} onGiven={onGiven} /> : null}
        </>
      )}
      {payment.sellerName ? <Check label="Sold by" value={payment.sellerName} /> : null}
    </>
  )
}

function AmountMark({ payment, unknown }: { payment: ReviewPayment; unknown: boolean }) {
  if (unknown || payment.expected === null) return null
  const difference = payment.amount - payment.expected
  if (difference === 0) return <StateMark kind="ok">Order matches</StateMark>
  return (
    <StateMark kind={difference < 0 ? 'bad' : 'warn'}>
      {difference < 0 ? `Short by ${exactRupees(-difference)}` : `Over by ${exactRupees(difference)}`}
    </StateMark>
  )
}

const seatsOf = (lines: readonly ReviewLine[]): string =>
  lines
    .map((line) => {
      const said = line.gone ? `× ${line.quantity}` : seatsText(line.seats)
      return `${line.categoryName || 'Deleted category'}${isStanding(line.seats) ? ':' : ''} ${said}`
    })
    .join(' · ')
