import { onReach } from '#platform/device/reach.ts'
import type { Watch } from './store-types.ts'

let reachable: boolean | null = null
let offset: number | null = null
const listeners = new Set<(reachable: boolean | null) => void>()

onReach((reach) => {
  if (reach.clockOffset !== null) offset = reach.clockOffset
  if (reach.reachable === reachable) return
  reachable = reach.reachable
  for (const listener of listeners) listener(reachable)
})

/** Whether the last request got an answer. `navigator.onLine` only hints: a server can be away while the network is up. */
export function watchReachable(): Watch<boolean | null> {
  return {
    subscribe(next) {
      listeners.add(next)
      next(reachable)
      return () => listeners.delete(next)
    },
  }
}

export const isReachable = (): boolean | null => reachable

/** Server time minus device time in milliseconds, as the last answer had it; null before the first. */
export const clockOffset = (): number | null => offset
