import { onReach } from '#platform/device/reach.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { clockOffset } from '#shop/device/connectivity.ts'
import { CLOCK_KEY, CLOCK_TOLERANCE_MS } from '#shop/device/shop-clock.ts'
import { openStore } from '#shop/device/store.ts'

export { CLOCK_TOLERANCE_MS }

/** Date.now() - performance.now() at the server's last answer. Changes when the clock is set or a phone sleeps. */
let heardDrift: number | null = null
const drift = (): number => Date.now() - performance.now()
onReach((reach) => {
  if (reach.clockOffset !== null) heardDrift = drift()
})

let keptOffset: number | null | undefined

/** Returns server time minus device time, milliseconds; null if never known. 0 within the Date header's precision. */
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

/** Returns milliseconds on the server's clock, or on the device's while the offset is unknown. */
export const serverNow = async (): Promise<number> => Date.now() + ((await serverOffset()) ?? 0)

/** True when the server's time was read since the app started and the clock was not set since. */
export const isClockSure = (): boolean =>
  clockOffset() !== null && heardDrift !== null && Math.abs(drift() - heardDrift) < CLOCK_TOLERANCE_MS
