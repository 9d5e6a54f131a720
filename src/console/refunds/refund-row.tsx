import { Link } from 'react-router-dom'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { droppable } from './drop-refund-dialog.tsx'
import { admittedWords, boughtWhat, reasonText, recipientOf, seenWords, settledWords, wayBack } from './refund-words.ts'
import { whyNotPicked } from './payouts/pick-refunds.tsx'

export function RefundTableRow({
  refund,
  pick,
  onMark,
  onDrop,
  onHistory,
}: {
  refund: RefundRow
  /** While staff choose several: takes the place of the actions. */
  pick: { on: boolean; onPick: (on: boolean) => void } | null
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
        <span className="block text-1 wrap-anywhere text-muted desk:hidden">{boughtWhat(refund)}</span>
        {admitted ? <span className="block text-1 text-warn desk:hidden">{admitted}</span> : null}
      </Cell>
      <Cell deskOnly>
        {boughtWhat(refund)}
        <span className="block text-1 text-muted">
          <OrderLink refund={refund} />
        </span>
        {admitted ? <span className="block text-1 text-warn">{admitted}</span> : null}
      </Cell>
      <Cell>
        {isOwed ? (
          <StateMark kind="warn" tag>
            {refund.payoutId === null ? (refund.askedAt ? 'Asked for' : 'Owed') : 'In a file'}
          </StateMark>
        ) : (
          <StateMark kind="ok" tag>
            Refunded
          </StateMark>
        )}
        <span className="mt-1 block text-1 text-muted">{settledWords(refund) ?? reasonText(refund)}</span>
        {refund.note ? <span className="block text-1 wrap-anywhere text-muted">{refund.note}</span> : null}
        {refund.seen ? <span className="block text-1 text-muted">{seenWords(refund)}</span> : null}
      </Cell>
      <Cell deskOnly className="whitespace-nowrap">
        {formatDayTime(refund.requestedAt)}
      </Cell>
      <Cell number>{exactRupees(refund.amount)}</Cell>
      <Cell number className="py-1.5!">
        {pick ? (
          <Pick refund={refund} who={who} {...pick} />
        ) : (
          <Actions {...{ refund, who, onMark, onDrop, onHistory }} />
        )}
      </Cell>
    </tr>
  )
}

function Pick({
  refund,
  who,
  on,
  onPick,
}: {
  refund: RefundRow
  who: string
  on: boolean
  onPick: (on: boolean) => void
}) {
  const why = whyNotPicked(refund)
  if (why !== null) return <span className="text-1 text-muted">{why}</span>
  return (
    <label className="ml-auto flex size-11 cursor-pointer items-center justify-end">
      <input
        type="checkbox"
        className="size-5 accent-(--ink)"
        aria-label={`Pay ${who}, ${exactRupees(refund.amount)}`}
        checked={on}
        onChange={({ target }) => onPick(target.checked)}
      />
    </label>
  )
}

function Actions({
  refund,
  who,
  onMark,
  onDrop,
  onHistory,
}: {
  refund: RefundRow
  who: string
  onMark: () => void
  onDrop: () => void
  onHistory: () => void
}) {
  const isOwed = refund.status === 'requested' && refund.payoutId === null
  return (
    <>
      {isOwed ? (
        <Button kind="line" small aria-label={`Refund ${who}, ${exactRupees(refund.amount)}`} onClick={onMark}>
          Refund
        </Button>
      ) : null}
      {isOwed && droppable(refund).length > 0 ? (
        <button
          type="button"
          className="link ml-auto block min-h-6 text-1"
          aria-label={`Write off: refund of ${who}, ${exactRupees(refund.amount)}`}
          onClick={onDrop}
        >
          Write off
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
    </>
  )
}

function OrderLink({ refund }: { refund: RefundRow }) {
  const booking = refund.together.length === 1 ? refund.paymentLineId : null
  const to = booking
    ? withQuery(paths.adminBookings, { booking })
    : withQuery(paths.adminPayments, { status: 'all', payment: refund.paymentId })
  const label = `${booking ? 'Booking' : 'Payment'} of order ${refund.orderCode}`
  return (
    <Link className="link" to={to} aria-label={label}>
      {refund.orderCode}
    </Link>
  )
}
