import { onReach } from '#platform/device/reach.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { clockOffset } from '#shop/device/connectivity.ts'
import { CLOCK_KEY, CLOCK_TOLERANCE_MS } from '#shop/device/shop-clock.ts'
import { openStore } from '#shop/device/store.ts'

export { CLOCK_TOLERANCE_MS }

/**
 * The device's clock against one that nobody can set, when the server's time was last heard. It moves when the clock is
 * set, and on some devices when they sleep.
 */
let heardDrift: number | null = null
const drift = (): number => Date.now() - performance.now()
onReach((reach) => {
  if (reach.clockOffset !== null) heardDrift = drift()
})

let keptOffset: number | null | undefined

/**
 * Server time minus device time in milliseconds: from the last answer of the server, else as an earlier start of this
 * device had it; null when it never heard the time. A difference within what the answer's Date header can tell is none.
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

/** Milliseconds on the server's clock, as well as the device can know it. */
export const serverNow = async (): Promise<number> => Date.now() + ((await serverOffset()) ?? 0)

/**
 * Whether the server's time is known for certain: heard since the app was started, on a clock that was not set since. An
 * offset of an earlier start says nothing about a phone whose battery was empty meanwhile.
 */
export const isClockSure = (): boolean =>
  clockOffset() !== null && heardDrift !== null && Math.abs(drift() - heardDrift) < CLOCK_TOLERANCE_MS
