import { dayKey, formatDayTime, formatTime } from '#platform/time/ist.ts'
import type { Cancelled, MyPayment } from '#shop/device/schema.ts'

type Lines = readonly { cancelled?: Cancelled }[]
type Seats = Pick<MyPayment, 'seatsHeld' | 'keptUntil' | 'keptNothing'>

/** True while the payment has all of its seats, and their review has not ended. */
export const seatsKept = ({ seatsHeld, keptUntil }: Omit<Seats, 'keptNothing'>, now: number): boolean =>
  seatsHeld && (!keptUntil || Date.parse(keptUntil) > now)

/**
 * Returns the message about the seats of a payment under review. A cancelled concert has none, even if they are still
 * held.
 */
export function seatsNow(payment: Seats & { lines: Lines }, now: number) {
  if (payment.lines.some((line) => line.cancelled)) return 'checkout.status.cancelled'
  if (!seatsKept(payment, now)) return payment.keptNothing ? 'checkout.status.keptNothing' : 'checkout.status.seatsLost'
  return payment.keptUntil ? 'checkout.status.seatsUntil' : 'checkout.status.seatsHeld'
}

export const untilText = (until: string, now: number): string =>
  dayKey(until) === dayKey(now) ? formatTime(until) : formatDayTime(until)

/** Until when the seats are kept: at most until the first of the concerts begins. ISO instants. */
export const keptUntil = (until: string, starts: readonly string[]): string =>
  [until, ...starts].reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a))

const HOUR_MS = 3_600_000

/**
 * Returns when to write to the shop about a payment without a decision: a day after it was sent, and three hours before
 * the first of the concerts begins, but not within an hour. `sentAt` in ms; an ISO instant.
 */
export function writeAfter(sentAt: number, starts: readonly string[]): string {
  const first = Math.min(...starts.map((start) => Date.parse(start)))
  return new Date(Math.min(sentAt + 24 * HOUR_MS, Math.max(sentAt + HOUR_MS, first - 3 * HOUR_MS))).toISOString()
}

/** Returns staff's reasons for cancelling concerts of these lines; empty without any. */
export const cancelledReasons = (lines: Lines): string =>
  [...new Set(lines.flatMap(({ cancelled }) => cancelled?.reason ?? []))].join(' · ')
