import type { Cancelled } from '#shop/device/schema.ts'
import { dayKey, formatDayTime, formatTime } from '#platform/time/ist.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import type { MessageKey } from '#ui/messages/messages.ts'

type Lines = readonly { cancelled?: Cancelled }[]
type Seats = Pick<MyPayment, 'seatsHeld' | 'keptUntil'>

/** Whether every seat of a payment that is being checked is still kept for it; the device knows when that ends. */
export const seatsKept = ({ seatsHeld, keptUntil }: Seats, now: number): boolean =>
  seatsHeld && (!keptUntil || Date.parse(keptUntil) > now)

/**
 * What is true of the seats of a payment that is being checked, as the message that says it. A concert cancelled
 * meanwhile has no seats to keep, whatever is still held.
 */
export function seatsNow(payment: Seats & { lines: Lines }, now: number) {
  if (payment.lines.some((line) => line.cancelled)) return 'checkout.status.cancelled' satisfies MessageKey
  if (!seatsKept(payment, now)) return 'checkout.status.seatsLost' satisfies MessageKey
  return payment.keptUntil
    ? ('checkout.status.seatsUntil' satisfies MessageKey)
    : ('checkout.status.seatsHeld' satisfies MessageKey)
}

/** The end of keeping as it is said: '6:40 pm' today, with its day otherwise. */
export const sayUntil = (until: string, now: number): string =>
  dayKey(until) === dayKey(now) ? formatTime(until) : formatDayTime(until)

/** Why concerts of these lines were cancelled, as staff wrote it; empty without a reason. */
export const cancelledReasons = (lines: Lines): string =>
  [...new Set(lines.flatMap(({ cancelled }) => cancelled?.reason ?? []))].join(' · ')
