import type { Failure } from '#platform/failure/failure.ts'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { t } from '#ui/messages/messages.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import '#ui/messages/en/buying/give.ts'

/** Why a link was not made, not taken back or not opened. */
export function giveFailureText({ code, detail }: Failure): string {
  if (code === 'unreachable') return t('give.failed.offline')
  if (code === 'too_many') return t('give.failed.many')
  if (code === 'too_late')
    return t(detail === 'in' ? 'give.failed.in' : detail === 'link' ? 'give.failed.link' : 'give.failed.over')
  if (code === 'too_soon')
    return t('give.failed.soon', { day: formatDay(String(detail)), time: formatTime(String(detail)) })
  if (code === 'already_decided') return t(`give.failed.${statusOf(detail) === 'accepted' ? 'accepted' : 'revoked'}`)
  return t('give.failed')
}

/** Names the seat of one of the ticket's passes. */
export const seatWords = ({ sections }: Pick<MyTicket, 'sections'>, { seat }: { seat: string }): string =>
  t('wallet.seats', saidSeats({ seats: [seat], sections }))

/** Returns the status in the detail of `already_decided`: revoked, taken_back, own or accepted. */
export const statusOf = (detail: unknown): unknown =>
  typeof detail === 'object' && detail !== null && 'status' in detail ? detail.status : null
