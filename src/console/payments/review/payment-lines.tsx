import { Fragment } from 'react'
import type { ReviewLine, ReviewPayment } from '#shop/payments/review-rows.ts'
import { keepsSeats } from '#shop/payments/payment.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { exactRupees, rupees } from '#ui/format.ts'
import { Cell } from '#ui/display/table.tsx'
import { seatsText } from '#console/bookings/ticket-state.tsx'
import { discountOf } from '../payment-columns.ts'
import { counted } from '../../kit/words/counted.ts'
import { ListTable } from '../../kit/list/list-table.tsx'

export function PaymentLines({ payment }: { payment: ReviewPayment }) {
  return (
    <ListTable
      caption="What was paid for"
      className="mt-5"
      columns={[
        'Tickets',
        { head: 'Seats', className: 'min-w-[72px]' },
        { head: 'Each', number: true },
        { head: 'All in', number: true },
      ]}
    >
      {payment.lines.map((line) => (
        <Line key={line.id} line={line} kept={keepsSeats(payment.status)} />
      ))}
      {payment.discountCode === null ? null : (
        <tr>
          <Cell colSpan={4} className="text-muted">
            With code {payment.discountCode}: {exactRupees(discountOf(payment))} off the prices
          </Cell>
        </tr>
      )}
      {payment.expected === null ? null : (
        <tr>
          <Cell colSpan={3} className="border-0! font-strong">
            Expected
          </Cell>
          <Cell number className="border-0! font-strong">
            {exactRupees(payment.expected)}
          </Cell>
        </tr>
      )}
    </ListTable>
  )
}

function Line({ line, kept }: { line: ReviewLine; kept: boolean }) {
  const lost = new Set(kept && !line.ticket?.revokedAt ? line.lostSeats : [])
  return (
    <tr>
      <Cell>
        <span className="font-strong">{line.eventName || 'Deleted event'}</span>
        <span className="block text-1 text-muted">
          {line.categoryName || 'Deleted ticket category'}
          {line.eventStatus === 'cancelled' ? <b className="font-strong text-bad"> · cancelled</b> : null}
        </span>
        {line.date ? (
          <span className="block text-1 text-muted">
            {formatDayTime(line.date)}
            {line.venue ? `, ${line.venue}` : ''}
          </span>
        ) : null}
        {line.ticket ? (
          <span className="block text-1 text-muted">
            Ticket {formatTypedCode(line.ticket.code)}
            {line.ticket.revokedAt ? (
              <b className="font-strong text-bad"> · revoked: {line.ticket.revokedReason}</b>
            ) : null}
          </span>
        ) : null}
      </Cell>
      <Cell>
        {line.gone ? (
          `${line.quantity} without seats`
        ) : isStanding(line.seats) ? (
          <>
            {seatsText(line.seats)}
            {lost.size > 0 ? <span className="block text-bad">{counted(lost.size, 'place')} lost</span> : null}
          </>
        ) : (
          line.seats.map((seat, index) => (
            <Fragment key={seat}>
              {index > 0 ? ' ' : ''}
              <span className="whitespace-nowrap">
                {lost.has(seat) ? (
                  <span className="text-bad">
                    <s>{seat}</s>
                    <span className="sr-only"> (lost)</span>
                  </span>
                ) : (
                  seat
                )}
                {index < line.seats.length - 1 ? ',' : ''}
              </span>
            </Fragment>
          ))
        )}
      </Cell>
      <Cell number>
        {line.gone ? '–' : rupees(line.unitPrice)}
        {line.priceNow !== null && line.priceNow !== line.unitPrice ? (
          <span className="block text-1 text-warn">now {rupees(line.priceNow)}</span>
        ) : null}
      </Cell>
      <Cell number>{line.gone ? '–' : exactRupees(line.totalAmount)}</Cell>
    </tr>
  )
}
