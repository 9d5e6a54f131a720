/** The first wait after a failure; it doubles. */
const FIRST_MS = 1_000
export const MAX_BACKOFF_MS = 60_000

/**
 * Returns the milliseconds to wait after the `attempts`th failure, counted from 1: doubling up to a minute, at random
 * in the upper half, so that many devices do not come back at once.
 */
export function backoff(attempts: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_BACKOFF_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30))
  return Math.round(full / 2 + (full / 2) * random())
}

/**
 * Whether the wait until `at` is over. A moment further away than any wait was set by a clock that was ahead: it is
 * due. Milliseconds.
 */
export const isDueAt = (at: number, now: number, longest: number = MAX_BACKOFF_MS): boolean =>
  at <= now || at > now + longest
