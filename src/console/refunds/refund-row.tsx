import { Link } from 'react-router-dom'
import type { RefundRow } from '#shop/refunds/refunds-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { admittedWords, recipientOf, refundReasons, settledWords, wayBack } from './refund-words.ts'
import { seatsText } from '../tickets/seats-text.ts'

export function RefundTableRow({
  refund,
  onMark,
  onDrop,
  onHistory,
}: {
  refund: RefundRow
  onMark: () => void
  onDrop: () => void
  onHistory: () => void
}) {
  const who = recipientOf(refund)
  const isOwed = refund.status === 'requested'
  const admitted = isOwed ? admittedWords(refund) : null
  return (
    <tr>
      <Cell className="max-desk:w-full max-desk:max-w-0 desk:max-w-[260px]">
        <span className="block truncate font-strong">{who}</span>
        <span className="block truncate text-1 text-muted">{refund.upiId ?? refund.userEmail}</span>
        {isOwed && refund.sellerId !== null ? (
          <span className="block text-1">Sold at the door: give it back {wayBack(refund)}</span>
        ) : null}
        {isOwed && refund.upiId === null && refund.sellerId === null ? (
          <span className="block text-1 text-muted">
            {refund.userEmail ? (
              <>
                No UPI id yet:{' '}
                <a
                  className="link"
                  href={`mailto:${encodeURIComponent(refund.userEmail)}?subject=${encodeURIComponent(`Refund, order ${refund.orderCode}`)}`}
                >
                  ask for it
                </a>
              </>
            ) : (
              'The account is gone, without a UPI id.'
            )}
          </span>
        ) : null}
        <span className="block text-1 wrap-anywhere text-muted desk:hidden">
          {refund.eventName}
          {refund.seats.length > 0 ? `, ${seatsText(refund.seats)}` : ''}
        </span>
        {admitted ? <span className="block text-1 text-warn desk:hidden">{admitted}</span> : null}
      </Cell>
      <Cell deskOnly>
        {refund.eventName}
        <span className="block text-1 text-muted">
          {refund.ticketId ? `${refund.category}: ${seatsText(refund.seats)} · ` : 'No ticket · '}
          <OrderLink refund={refund} />
        </span>
        {admitted ? <span className="block text-1 text-warn">{admitted}</span> : null}
      </Cell>
      <Cell>
        {isOwed ? (
          <StateMark kind="warn" tag>
            {refund.askedAt ? 'Asked for' : 'Owed'}
          </StateMark>
        ) : (
          <StateMark kind="ok" tag>
            Refunded
          </StateMark>
        )}
        <span className="mt-1 block text-1 text-muted">{settledWords(refund) ?? refundReasons[refund.reason]}</span>
        {refund.note ? <span className="block text-1 wrap-anywhere text-muted">{refund.note}</span> : null}
      </Cell>
      <Cell deskOnly className="whitespace-nowrap">
        {formatDayTime(refund.requestedAt)}
      </Cell>
      <Cell number>{exactRupees(refund.amount)}</Cell>
      <Cell number className="py-1.5!">
        {isOwed ? (
          <Button kind="line" small aria-label={`Refund ${who}, ${exactRupees(refund.amount)}`} onClick={onMark}>
            Refund
          </Button>
        ) : null}
        {isOwed && refund.reason !== 'given_back' ? (
          <button
            type="button"
            className="link ml-auto block min-h-6 text-1"
            aria-label={`Drop: refund of ${who}, ${exactRupees(refund.amount)}`}
            onClick={onDrop}
          >
            Drop
          </button>
        ) : null}
        <button
          type="button"
          className="link ml-auto block min-h-6 text-1"
          aria-label={`History: refund of ${who}, ${exactRupees(refund.amount)}`}
          onClick={onHistory}
        >
          History
        </button>
      </Cell>
    </tr>
  )
}

function OrderLink({ refund }: { refund: RefundRow }) {
  const to = refund.paymentLineId
    ? withQuery(paths.adminBookings, { booking: refund.paymentLineId })
    : withQuery(paths.adminPayments, { status: 'all', payment: refund.paymentId })
  const label = `${refund.paymentLineId ? 'Booking' : 'Payment'} of order ${refund.orderCode}`
  return (
    <Link className="link" to={to} aria-label={label}>
      {refund.orderCode}
    </Link>
  )
}
