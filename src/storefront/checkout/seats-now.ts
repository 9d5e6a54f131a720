import type { Cancelled } from '#offline/cancelled-lines.ts'
import type { MessageKey } from '#ui/messages/messages.ts'

type Lines = readonly { cancelled?: Cancelled }[]

/**
 * What is true of the seats of a payment that is being checked, as the message that says it. A concert cancelled
 * meanwhile has no seats to keep, whatever is still held.
 */
export function seatsNow({ lines, seatsHeld }: { lines: Lines; seatsHeld: boolean }) {
  if (lines.some((line) => line.cancelled)) return 'checkout.status.cancelled' satisfies MessageKey
  return seatsHeld
    ? ('checkout.status.seatsHeld' satisfies MessageKey)
    : ('checkout.status.seatsLost' satisfies MessageKey)
}

/** Why concerts of these lines were cancelled, in staff's words; empty when none was, or nobody wrote why. */
export const cancelledReasons = (lines: Lines): string =>
  [...new Set(lines.flatMap(({ cancelled }) => cancelled?.reason ?? []))].join(' · ')
