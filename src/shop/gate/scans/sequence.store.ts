import type { Store } from '#shop/device/store-types.ts'

/** In `meta`. */
const SEQUENCE_KEY = 'gate.sequence'

/** The highest number this page has handed out: a store that began anew must not begin below it. */
let highest = 0

/**
 * The next number of this device, larger than every one before it, over reloads too. It orders what was asked and what was
 * answered without a clock: a list whose number is above that of an answer was asked for after that answer had come.
 * Runs inside a transaction over `meta`.
 */
export async function nextInSequence(store: Store): Promise<number> {
  const found = (await store.table('meta').get(SEQUENCE_KEY))?.value
  const next = Math.max(typeof found === 'number' ? found : 0, highest) + 1
  await store.table('meta').put({ key: SEQUENCE_KEY, value: next })
  highest = next
  return next
}

/** The next number, written before this resolves. */
export async function takeNumber(store: Store): Promise<number> {
  return store.transact(['meta'], () => nextInSequence(store))
}
