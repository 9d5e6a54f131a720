import { useState } from 'react'
import { readBooking, readScans, type Booking } from '#shop/tickets/tickets-admin.api.ts'
import { isUuid } from '#platform/text/uuid.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Fact } from '../kit/fact.tsx'
import { methodNames } from '../box-office/box-office-words.ts'
import { WhyHere } from '../books/why-here.tsx'
import { RecordHistory } from '../history/history-list.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { StartRefund } from '../refunds/start-refund.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { buyerOf, BookingState, seatsText, passWords } from './ticket-state.tsx'
import { ChangeSeats } from './change-seats.tsx'
import { RevokeTicket } from './revoke-ticket.tsx'
import { readPasses, type TicketPass } from '#shop/tickets/passes/passes-admin.api.ts'
import { TextLink } from '../kit/text-link.tsx'

export function TicketDialog({
  bookingId,
  onChanged,
  onClose,
}: {
  /** From the address: may be invalid. */
  bookingId: string
  onChanged: () => Promise<unknown>
  onClose: () => void
}) {
  const valid = isUuid(bookingId)
  const { value: booking, failure, reload } = useLoaded(valid ? bookingId : '', () => readBooking(bookingId))
  const [open, setOpen] = useState<'revoke' | 'seats' | null>(null)

  const done = async () => {
    setOpen(null)
    await Promise.all([reload(), onChanged()])
  }
  const close = () => setOpen(null)

  if (booking?.ticketId && open === 'revoke')
    return (
      <RevokeTicket
        ticketId={booking.ticketId}
        question="Revoke this ticket?"
        reader="customer"
        outcome="It no longer lets anyone in, and its seats are free for others. This cannot be undone, and it sends no money back."
        onClose={close}
        onDone={done}
      >
        {buyerOf(booking)}, {booking.eventName}, {booking.category}: {seatsText(booking.seats)}
      </RevokeTicket>
    )
  if (booking?.ticketId && booking.ticketCategoryId && open === 'seats')
    return (
      <ChangeSeats
        booking={booking}
        ticketId={booking.ticketId}
        ticketCategoryId={booking.ticketCategoryId}
        onClose={close}
        onDone={done}
      />
    )

  return (
    <Dialog
      open
      onClose={onClose}
      title={booking ? buyerOf(booking) : 'Booking'}
      subtitle={booking ? [booking.userEmail, `order ${booking.orderCode}`].filter(Boolean).join(' · ') : undefined}
      footer={
        booking?.ticketId ? (
          <div className="flex flex-wrap gap-3">
            {booking.status === 'completed' ? (
              <Button kind="no" onClick={() => setOpen('revoke')}>
                Revoke ticket
              </Button>
            ) : null}
            {booking.status === 'completed' && booking.ticketCategoryId && !isStanding(booking.seats) ? (
              <Button kind="line" onClick={() => setOpen('seats')}>
                Change seats
              </Button>
            ) : null}
            {booking.totalAmount === 0 || booking.isTest ? null : (
              <StartRefund
                of={{
                  paymentId: booking.paymentId,
                  ticketId: booking.ticketId,
                  orderCode: booking.orderCode,
                  customer: buyerOf(booking),
                  what: `${booking.eventName}, ${booking.category}: ${seatsText(booking.seats)}`,
                }}
                onDone={() => Promise.all([reload(), onChanged()])}
              />
            )}
          </div>
        ) : undefined
      }
    >
      {!valid || failure?.code === 'not_found' ? (
        <p>There is no such booking.</p>
      ) : failure && !booking ? (
        <ListFailure message="Error loading tickets" failure={failure} onRetry={reload} />
      ) : booking ? (
        <Details key={`${booking.id} ${booking.status} ${booking.seats.join()}`} booking={booking} />
      ) : (
        <ListSkeleton />
      )}
    </Dialog>
  )
}

function Details({ booking }: { booking: Booking }) {
  const payment = withQuery(paths.adminPayments, { status: 'all', payment: booking.paymentId })
  const { ticketId } = booking
  return (
    <div>
      <dl className="border-b border-rule">
        <Fact label="State">
          <BookingState booking={booking} />
          {booking.revokedReason ? <span className="ml-3">{booking.revokedReason}</span> : null}
        </Fact>
        <Fact label="Event">
          {booking.eventName || 'Deleted event'}
          {booking.eventDate ? <span className="text-muted">, {formatDayTime(booking.eventDate)}</span> : null}
        </Fact>
        <Fact label="Ticket">
          {booking.quantity} × {booking.category || 'deleted'}
        </Fact>
        <Fact label="Seats">{seatsText(booking.seats) || '–'}</Fact>
        <Fact label="Ticket code">{booking.code ? formatTypedCode(booking.code) : 'None yet'}</Fact>
        <Fact label="Amount">{exactRupees(booking.totalAmount)}</Fact>
        <Fact label="Paid by">{methodNames[booking.method]}</Fact>
        {booking.transactionId === booking.orderCode ? null : (
          <Fact label="UTR">{groupReference(booking.transactionId)}</Fact>
        )}
        <Fact label="Booked">{formatDayTime(booking.createdAt)}</Fact>
        <Fact label="Payment">
          <TextLink to={payment}>Open the payment</TextLink>
        </Fact>
        {ticketId && booking.totalAmount > 0 && !booking.isTest ? (
          <Fact label="Invoice">
            <TextLink to={paths.adminPapers(booking.paymentId)}>Open the invoice</TextLink>
          </Fact>
        ) : null}
      </dl>
      {ticketId ? <TicketPasses ticketId={ticketId} /> : null}
      {booking.isTest ? null : <WhyHere of={{ paymentId: booking.paymentId }} />}
      {ticketId && booking.eventId ? <Scans eventId={booking.eventId} ticketId={ticketId} /> : null}
      <RecordHistory
        of={[
          { noun: 'user_tickets', ids: ticketId ? [ticketId] : [] },
          { noun: 'payment_lines', ids: [booking.id] },
          { noun: 'payments', ids: [booking.paymentId] },
        ]}
      />
    </div>
  )
}

function Scans({ eventId, ticketId }: { eventId: string; ticketId: string }) {
  const { value, failure, reload } = useLoaded(ticketId, () => readScans(eventId, ticketId))
  return (
    <section className="mt-5">
      <h3 className="font-strong">At the gate</h3>
      <ListFailure message="Error loading the scans" failure={failure} onRetry={reload} />
      {value?.length === 0 ? <p className="text-2 text-muted">Not scanned so far.</p> : null}
      <ul className="text-2">
        {value?.map((scan) => (
          <li key={scan.id} className="flex flex-wrap gap-x-3 border-b border-rule pt-2 pb-1.5">
            <span className="font-strong">{scan.verdict}</span>
            <span>{seatsText(scan.seats)}</span>
            <span className="text-muted">
              {scan.gate}, {formatDayTime(scan.at)}
              {scan.reason ? `, ${scan.reason}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists who has each pass of a ticket. */
function TicketPasses({ ticketId }: { ticketId: string }) {
  const { value, failure, reload } = useLoaded(`passes ${ticketId}`, () => readPasses(ticketId))
  if (failure && !value) return <ListFailure message="Error loading the passes" failure={failure} onRetry={reload} />
  if (!value) return <ListSkeleton />
  if (value.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="font-strong">One code a person</h3>
      <ul className="text-2">
        {value.map((pass) => (
          <Pass key={pass.number} pass={pass} />
        ))}
      </ul>
    </section>
  )
}

const Pass = ({ pass }: { pass: TicketPass }) => (
  <li className="border-b border-rule pt-2 pb-1.5">
    <span className="font-strong">{seatsText([pass.seat])}</span>
    {passWords(pass, formatDayTime).map((line) => (
      <span key={line} className="block text-muted">
        {line}
      </span>
    ))}
  </li>
)
