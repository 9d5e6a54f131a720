import { clockOffset } from './connectivity.ts'
import type { NamedRow } from './schema.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from './store-types.ts'
import { watch } from './observable.ts'

/*
 * What is on sale goes by the server's clock, as far as it was heard (shop/gate/clock.store.ts keeps the difference,
 * shop/sync/sync.store.ts asks it to): a phone whose own clock is days wrong buys like any other. For reads that are
 * followed: nothing is written here.
 */

/** Name in `meta` of the difference that was last heard. */
export const CLOCK_KEY = 'gate.clock'
/** A device's clock that is wrong by less than this, in milliseconds, is not worth a word. */
export const CLOCK_TOLERANCE_MS = 5_000

/** Server time minus this device's in milliseconds; 0 when it was never heard, or is too small to be told. */
function offsetOf(kept: unknown): number {
  const offset = clockOffset() ?? (typeof kept === 'number' ? kept : 0)
  return Math.abs(offset) < CLOCK_TOLERANCE_MS ? 0 : offset
}

/** Read in any case, so that whoever follows it hears of a change. */
const keptIn = (store: Store): Promise<unknown> => store.table('meta').get(CLOCK_KEY)

/**
 * Milliseconds on the server's clock, as well as the device can know it. One `await` deep: a live query loses sight of
 * what is read after two.
 */
export const serverNowIn = (store: Store): Promise<number> =>
  keptIn(store).then((row) => Date.now() + offsetOf((row as NamedRow | undefined)?.value))

/** Server time minus this device's in milliseconds, now and when it is found to be another. */
export const watchServerOffset = (): Observable<number> =>
  watch((store) => keptIn(store).then((row) => offsetOf((row as NamedRow | undefined)?.value)))
