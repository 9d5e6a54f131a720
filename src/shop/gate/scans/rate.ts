/** Of how many minutes 'a minute' is the mean; the sentences of gate and console say five. */
export const RATE_MINUTES = 5

/** Returns how many were let in a minute, of the last five before `until` (milliseconds). */
export const perMinute = (minutes: readonly { minute: number; admitted: number }[], until: number): number =>
  minutes
    .filter(({ minute }) => minute >= until - RATE_MINUTES * 60_000)
    .reduce((sum, { admitted }) => sum + admitted, 0) / RATE_MINUTES
