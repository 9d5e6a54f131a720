import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  readBooking,
  readScans,
  MAX_REASON_CHARACTERS,
  revokeTicket,
  type Booking,
} from '#shop/tickets/tickets-admin.api.ts'
import { isUuid } from '#platform/text/uuid.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { Fact } from '../kit/fact.tsx'
import { methodNames } from '../box-office/box-office-words.ts'
import { RecordHistory } from '../history/history-list.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { StartRefund } from '../refunds/start-refund.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { buyerOf } from './buyer.ts'
import { BookingState } from './ticket-state.tsx'
import { ChangeSeats } from './change-seats.tsx'
import { seatsText } from './seats-text.ts'
import { TicketPasses } from './ticket-passes.tsx'

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
    return <RevokeDialog booking={booking} ticketId={booking.ticketId} onClose={close} onDone={done} />
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
          <Link className="link" to={payment}>
            Open the payment
          </Link>
        </Fact>
      </dl>
      {ticketId ? <TicketPasses ticketId={ticketId} /> : null}
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
      {failure ? <ListFailure message="Error loading the scans" failure={failure} onRetry={reload} /> : null}
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

function RevokeDialog({
  booking,
  ticketId,
  onClose,
  onDone,
}: {
  booking: Booking
  ticketId: string
  onClose: () => void
  onDone: () => Promise<void>
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, failure, run } = useAction(() => revokeTicket(ticketId, reason.trim()), {
    done: 'Ticket revoked',
    failed: 'Error revoking ticket',
  })
  const confirm = async () => {
    if (busy) return
    if (reason.trim() === '') return setProblem('Write a reason: the customer reads it.')
    setProblem(undefined)
    const result = await run()
    if (result?.ok) await onDone()
  }
  return (
    <ConfirmDialog
      open
      question="Revoke this ticket?"
      confirmLabel="Revoke ticket"
      cancelLabel="Keep it"
      busy={busy}
      busyLabel="Revoking..."
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div>
        <p>
          {buyerOf(booking)}, {booking.eventName}, {booking.category}: {seatsText(booking.seats)}
        </p>
        <p className="mt-2 mb-4 text-muted">
          It no longer lets anyone in, and its seats are free for others. This cannot be undone, and it sends no money
          back.
        </p>
        <TextField
          label="Reason"
          value={reason}
          error={problem}
          maxLength={MAX_REASON_CHARACTERS}
          autoComplete="off"
          onChange={(change) => setReason(change.target.value)}
        />
        {failure ? (
          <Note kind="bad" className="mt-4" role="alert">
            {whyFailed(failure)}
          </Note>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}
