import type { Booking, BookingStatus } from '#shop/tickets/tickets-admin.api.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import type { TicketPass } from '#shop/tickets/passes/passes-admin.api.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { payerOf } from '../kit/words/payer.ts'

/** Splits `failed` by cause: payment rejected, ticket revoked by hand, or refunded. */
export type BookingOutcome = Exclude<BookingStatus, 'failed'> | 'rejected' | 'revoked' | 'refunded'

/** The reason with which `mark_refunded` revokes a ticket. */
const REFUNDED = 'Refunded'

export function bookingOutcome(booking: Pick<Booking, 'status' | 'ticketId' | 'revokedReason'>): BookingOutcome {
  if (booking.status !== 'failed') return booking.status
  if (booking.ticketId === null) return 'rejected'
  return booking.revokedReason === REFUNDED ? 'refunded' : 'revoked'
}

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

/** Returns the sentences that staff read about a pass; `said` formats an instant. */
export function passWords(pass: TicketPass, said: (at: string) => string): string[] {
  const named = (name: string | null): string => name ?? 'a person without a name'
  const lines = pass.handed.map(({ name, at }) => `Handed to ${named(name)}, ${said(at)}`)
  if (lines.length === 0) lines.push('With the customer')
  if (pass.link)
    lines.push(`A link${pass.link.name ? ` for ${pass.link.name}` : ''} is open, since ${said(pass.link.at)}`)
  if (pass.boundAt)
    lines.push(
      `Shown on one phone, since ${said(pass.boundAt)}${pass.bindings > 1 ? `; moved ${pass.bindings - 1} ×` : ''}`,
    )
  if (pass.oldCodeAt) lines.push(`A code of an earlier holder was let in, ${said(pass.oldCodeAt)}`)
  return lines
}

/** Returns 'A1, A2', or 'Standing, 2 people'; '' without seats. */
export const seatsText = (seats: readonly string[]): string =>
  isStanding(seats)
    ? seats.length === 1
      ? 'Standing, 1 person'
      : `Standing, ${seats.length} people`
    : seats.join(', ')

/** Returns the seats for files: 'A1 A2', or with the numbers of the places 'Standing, 2 people: 17 18'. */
export const seatsCell = (seats: readonly string[]): string =>
  isStanding(seats) ? `${seatsText(seats)}: ${seats.join(' ')}` : seats.join(' ')

type Buyer = Pick<Booking, 'userName' | 'userEmail' | 'sellerId'>

/** Names a ticket's customer as the list of payments does. */
export const buyerOf = ({ userName, userEmail, sellerId }: Buyer): string =>
  payerOf({ userName, email: userEmail, sellerId })

/** Says whom a message about changed seats of a ticket reaches: only accounts, and none of a test. */
export function seatsNoticeText(booking: Buyer & Pick<Booking, 'isTest'>): string {
  if (booking.isTest) return 'It is a test: no message goes out.'
  if (booking.sellerId !== null)
    return 'Guests and buyers at the door have no account and get no message: call or write to them.'
  if (booking.userName === null && booking.userEmail === null)
    return 'The account was deleted: no message reaches its owner.'
  return 'The customer reads of it under Updates in the shop, and in an e-mail if the shop sends mail and they did not switch it off.'
}
