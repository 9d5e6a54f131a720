/**
 * What is left of a hold, in ms. `ticked` is the clock that draws the page anew each second: it is up to a second behind
 * when an answer comes between two ticks, and ten minutes would begin at 10:01.
 */
export const holdLeft = (expiresAt: number | null, ticked: number, now = Date.now()): number =>
  expiresAt === null ? 0 : expiresAt - Math.max(ticked, now)
