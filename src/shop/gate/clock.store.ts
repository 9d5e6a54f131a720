import { onReach } from '#platform/device/reach.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { clockOffset } from '#shop/device/connectivity.ts'
import { CLOCK_KEY, CLOCK_TOLERANCE_MS } from '#shop/device/shop-clock.ts'
import { openStore } from '#shop/device/store.ts'

export { CLOCK_TOLERANCE_MS }

/**
 * Device clock minus performance.now() when the server's time was last read. It changes when the clock is set, and on
 * some devices in sleep.
 */
let heardDrift: number | null = null
const drift = (): number => Date.now() - performance.now()
onReach((reach) => {
  if (reach.clockOffset !== null) heardDrift = drift()
})

let keptOffset: number | null | undefined

/**
 * Returns server time minus device time in milliseconds, from the server's last answer or an earlier start; null when
 * neither. Differences within the Date header's precision are 0.
 */
export async function serverOffset(): Promise<number | null> {
  const now = clockOffset()
  if (now !== null) {
    const offset = Math.abs(now) < CLOCK_TOLERANCE_MS ? 0 : now
    if (keptOffset === undefined || keptOffset === null || Math.abs(keptOffset - offset) >= CLOCK_TOLERANCE_MS) {
      keptOffset = offset
      await (await openStore()).table('meta').put({ key: CLOCK_KEY, value: offset })
    }
    return keptOffset
  }
  if (keptOffset === undefined) {
    const found = (await (await openStore()).table('meta').get(CLOCK_KEY))?.value
    keptOffset = typeof found === 'number' ? found : null
  }
  return keptOffset
}

/** The same, read again after each answer of the server. */
export const watchServerOffset = (): Observable<number | null> => ({
  subscribe(next, error) {
    let stopped = false
    const read = (): void =>
      void serverOffset().then(
        (offset) => stopped || next(offset),
        (reason: unknown) => stopped || error?.(reason),
      )
    read()
    const stop = onReach(read)
    return () => {
      stopped = true
      stop()
    }
  },
})

/** Returns milliseconds on the server's clock, as far as the device knows it. */
export const serverNow = async (): Promise<number> => Date.now() + ((await serverOffset()) ?? 0)

/**
 * Whether the server's time was read since the app started, on a clock that was not set since. An earlier start's
 * offset proves nothing after an empty battery.
 */
export const isClockSure = (): boolean =>
  clockOffset() !== null && heardDrift !== null && Math.abs(drift() - heardDrift) < CLOCK_TOLERANCE_MS
