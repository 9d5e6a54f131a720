import type { EventListRow, EventMove } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { REFUND_DAYS_AFTER_MOVE } from '#shop/refunds/refund-offer.ts'

/** Days after its start in which an event can still be cancelled or moved: rain at the doors, a wrong date. */
export const DAYS_TO_CHANGE = 7
const DAY_MS = 86_400_000

/** Returns true for a scheduled event that has not begun. `now` in ms. */
export const canChange = ({ status, date }: Pick<EventListRow, 'status' | 'date'>, now: number): boolean =>
  status === 'scheduled' && now < Date.parse(date) + DAYS_TO_CHANGE * DAY_MS

/** Returns null before the start. */
export function beganWords(date: string, now: number): string | null {
  if (Date.parse(date) > now) return null
  return `It began on ${formatDayTime(date)}. It can be cancelled or moved for ${DAYS_TO_CHANGE} days after that.`
}

/** Says what a move sets off: a new time opens refunds; a new place alone does not. */
export function moveWords(changes: EventMove, now: number): string {
  if (changes.date !== undefined) {
    const soon = Date.parse(changes.date) < now + REFUND_DAYS_AFTER_MOVE * DAY_MS
    const until = soon ? 'until it begins' : `for ${REFUND_DAYS_AFTER_MOVE} days`
    return `Customers see the new time beside the old one, and can ask for their money back ${until}.`
  }
  return changes.city !== undefined || changes.venue !== undefined
    ? 'Customers see the new place on their tickets. They can ask for their money back only when the time changes.'
    : `Customers can ask for their money back for ${REFUND_DAYS_AFTER_MOVE} days when the time changes. For a new place alone they cannot.`
}
