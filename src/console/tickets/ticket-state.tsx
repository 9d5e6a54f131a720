import type { Booking } from '#shop/tickets/tickets-admin.api.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { bookingOutcome } from './ticket-outcome.ts'

const marks = {
  completed: { kind: 'ok', text: 'Completed' },
  pending: { kind: 'warn', text: 'Pending' },
  rejected: { kind: 'bad', text: 'Rejected' },
  revoked: { kind: 'bad', text: 'Revoked' },
  refunded: { kind: 'bad', text: 'Refunded' },
} as const

export function BookingState({ booking }: { booking: Booking }) {
  const { kind, text } = marks[bookingOutcome(booking)]
  return (
    <StateMark kind={kind} tag>
      {text}
    </StateMark>
  )
}
