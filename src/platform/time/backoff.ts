const FIRST_MS = 1_000
export const MAX_BACKOFF_MS = 60_000

/** Returns ms to wait after the nth failure (from 1): doubling to a minute, random so that devices spread out. */
export function backoff(attempts: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_BACKOFF_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30))
  return Math.round(full / 2 + (full / 2) * random())
}

/** True when the wait until `at` (ms) is over, or longer than any: the clock was ahead when it was set. */
export const isDueAt = (at: number, now: number, longest: number = MAX_BACKOFF_MS): boolean =>
  at <= now || at > now + longest
