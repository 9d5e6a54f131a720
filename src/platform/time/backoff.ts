/** First wait after a failure, in milliseconds; it doubles from there. */
const FIRST_MS = 1_000
/** No wait is longer. */
export const MAX_BACKOFF_MS = 60_000

/**
 * How long to wait after the `attempts`th failure (from 1): doubling, capped at a minute, and anywhere in the upper
 * half of that, so that many devices do not come back at the same moment.
 */
export function backoff(attempts: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_BACKOFF_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30))
  return Math.round(full / 2 + (full / 2) * random())
}

/**
 * Whether the wait until `at` is over. A moment further away than any wait lasts was set by a clock that was ahead, and
 * is due now. All in milliseconds.
 */
export const isDueAt = (at: number, now: number, longest: number = MAX_BACKOFF_MS): boolean =>
  at <= now || at > now + longest
