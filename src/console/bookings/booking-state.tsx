import type { BookingStatus } from '#backend/bookings-api.ts'
import { StateMark } from '#ui/state-mark.tsx'

const marks = {
  completed: { kind: 'ok', text: 'Completed' },
  pending: { kind: 'warn', text: 'Pending' },
  failed: { kind: 'bad', text: 'Failed' },
} as const

export function BookingState({ status }: { status: BookingStatus }) {
  const { kind, text } = marks[status]
  return (
    <StateMark kind={kind} tag>
      {text}
    </StateMark>
  )
}
