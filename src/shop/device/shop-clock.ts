import { clockOffset } from './connectivity.ts'
import type { NamedRow } from './schema.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from './store-types.ts'
import { watch } from './observable.ts'

/* Sales use the server's clock: a phone with a wrong clock can buy. shop/gate/clock.store.ts stores the offset. */

export const CLOCK_KEY = 'gate.clock'
/** Smaller offsets are ignored, ms. */
export const CLOCK_TOLERANCE_MS = 5_000

/** Server time minus device time in ms; 0 when it is unknown or below the tolerance. */
function offsetOf(kept: unknown): number {
  const offset = clockOffset() ?? (typeof kept === 'number' ? kept : 0)
  return Math.abs(offset) < CLOCK_TOLERANCE_MS ? 0 : offset
}

/** Reads the stored offset even when it is not needed, so that a live query follows its changes. */
const keptIn = (store: Store): Promise<unknown> => store.table('meta').get(CLOCK_KEY)

/** Server time in ms, as far as it is known. One `await` deep: after two, a live query does not track reads. */
export const serverNowIn = (store: Store): Promise<number> =>
  keptIn(store).then((row) => Date.now() + offsetOf((row as NamedRow | undefined)?.value))

export const watchServerOffset = (): Observable<number> =>
  watch((store) => keptIn(store).then((row) => offsetOf((row as NamedRow | undefined)?.value)))
