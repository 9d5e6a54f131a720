/** Time left of a hold, in ms. `ticked` is up to a second old: without `now` ten minutes would begin at 10:01. */
export const holdLeft = (expiresAt: number | null, ticked: number, now = Date.now()): number =>
  expiresAt === null ? 0 : expiresAt - Math.max(ticked, now)
