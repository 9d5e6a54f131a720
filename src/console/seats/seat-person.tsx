import { useState } from 'react'
import { readBooking } from '#shop/tickets/tickets-admin.api.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import type { SeatOwner } from '#shop/seats/hall.ts'
import { whoHasSeat, type SeatDetails } from '#shop/seats/seats-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { Fact } from '../kit/fact.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { buyerOf } from '../bookings/ticket-state.tsx'
import { ChangeSeats } from '../bookings/change-seats.tsx'
import { ownerWords } from './seat-words.ts'
import { TextLink } from '../kit/text-link.tsx'

const paymentWords: Record<string, string> = {
  pending: 'Under review',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** Shows who has a seat that is not free. */
export function SeatPerson({
  categoryId,
  seat,
  owner,
  onChanged,
}: {
  categoryId: string
  seat: string
  owner: SeatOwner
  onChanged: () => Promise<unknown>
}) {
  const { value, failure, reload } = useLoaded(`${categoryId} ${seat} ${owner}`, () => whoHasSeat(categoryId, seat))
  const [moving, setMoving] = useState(false)
  if (failure && !value)
    return <ListFailure message="Error loading who sits there" failure={failure} onRetry={reload} />
  if (!value)
    return (
      <Skeleton className="grid gap-3">
        <Bar dark className="w-2/3" />
        <Bar className="w-1/2" />
        <Bar className="w-3/4" />
      </Skeleton>
    )
  return (
    <>
      <dl className="border-b border-rule" aria-label={`Who has ${seat}`}>
        <Fact label="State">{ownerWords[value.owner]}</Fact>
        <Person of={value} />
        {value.orderCode ? <Fact label="Order">{value.orderCode}</Fact> : null}
        {value.paymentStatus ? (
          <Fact label="Payment">{paymentWords[value.paymentStatus] ?? value.paymentStatus}</Fact>
        ) : null}
        {value.code ? <Fact label="Ticket code">{formatTypedCode(value.code)}</Fact> : null}
        {value.seats.length > 1 ? <Fact label="Its seats">{value.seats.join(', ')}</Fact> : null}
        {value.received ? (
          <Fact label="Handed to">
            {value.received.name ?? value.received.email ?? 'A person without a name'}
            {value.received.at ? <span className="text-muted">, {formatDayTime(value.received.at)}</span> : null}
          </Fact>
        ) : null}
        {value.owner === 'ticket' ? (
          <Fact label="At the gate">{value.letInAt ? `Let in ${formatDayTime(value.letInAt)}` : 'Not let in yet'}</Fact>
        ) : null}
        {value.until ? <Fact label="Until">{formatDayTime(value.until)}</Fact> : null}
        {value.reason ? <Fact label="Reason">{value.reason}</Fact> : null}
        {value.owner === 'kept' && value.since ? (
          <Fact label="Off sale since">
            {formatDayTime(value.since)}, {value.keptBy ?? 'a deleted account'}
          </Fact>
        ) : null}
      </dl>
      {value.owner === 'elsewhere' ? (
        <p className="text-2 text-muted">
          Counted in Sold by others of its category, without a ticket of this shop. Lower that number to free it.
        </p>
      ) : null}
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        {value.bookingId ? (
          <TextLink to={withQuery(paths.adminBookings, { booking: value.bookingId })}>Open the booking</TextLink>
        ) : null}
        {value.paymentId ? (
          <TextLink to={withQuery(paths.adminPayments, { status: 'all', payment: value.paymentId })}>
            Open the payment
          </TextLink>
        ) : null}
      </p>
      {value.ticketId && value.bookingId ? (
        <Button kind="line" onClick={() => setMoving(true)}>
          Move
        </Button>
      ) : null}
      {moving && value.ticketId && value.bookingId ? (
        <MoveSeat
          bookingId={value.bookingId}
          ticketId={value.ticketId}
          categoryId={categoryId}
          seat={seat}
          onClose={() => setMoving(false)}
          onDone={async () => {
            setMoving(false)
            await onChanged()
          }}
        />
      ) : null}
    </>
  )
}

function Person({ of }: { of: SeatDetails }) {
  if (of.owner === 'kept' || of.owner === 'elsewhere') return null
  return (
    <Fact label="Name">
      {buyerOf({ userName: of.name, userEmail: of.email, sellerId: of.sellerId })}
      {of.name && of.email ? (
        <a className="link block" href={`mailto:${of.email}`}>
          {of.email}
        </a>
      ) : null}
      {of.phone ? (
        <a className="link block" href={`tel:${of.phone}`}>
          {of.phone}
        </a>
      ) : null}
    </Fact>
  )
}

function MoveSeat(props: {
  bookingId: string
  ticketId: string
  categoryId: string
  seat: string
  onClose: () => void
  onDone: () => Promise<void>
}) {
  const { value, failure, reload } = useLoaded(props.bookingId, () => readBooking(props.bookingId))
  if (failure) return <ListFailure message="Error loading the booking" failure={failure} onRetry={reload} />
  return value ? (
    <ChangeSeats
      booking={value}
      ticketId={props.ticketId}
      ticketCategoryId={props.categoryId}
      first={props.seat}
      back="Back to the hall"
      onClose={props.onClose}
      onDone={props.onDone}
    />
  ) : null
}
