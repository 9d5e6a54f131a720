import { variable, type Value } from '#platform/observable/observable.ts'
import { onReach } from '#platform/device/reach.ts'

const reachable = variable<boolean | null>(null)
let offset: number | null = null

onReach((reach) => {
  if (reach.clockOffset !== null) offset = reach.clockOffset
  reachable.set(reach.reachable)
})

/**
 * Returns whether the last request got an answer. `navigator.onLine` only hints: the server can be down on a good
 * network.
 */
export const watchReachable = (): Value<boolean | null> => reachable

/** Returns server time minus device time in ms, from the last answer; null before the first. */
export const clockOffset = (): number | null => offset
