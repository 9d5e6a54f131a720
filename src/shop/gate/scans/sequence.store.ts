import type { Store } from '#shop/device/store-types.ts'

const SEQUENCE_KEY = 'gate.sequence'

/** A store that was deleted and created again must not restart below this. */
let highest = 0

/** Returns an ever higher number: orders requests and answers without a clock. Needs a transaction over `meta`. */
export async function nextInSequence(store: Store): Promise<number> {
  const found = (await store.table('meta').get(SEQUENCE_KEY))?.value
  const next = Math.max(typeof found === 'number' ? found : 0, highest) + 1
  await store.table('meta').put({ key: SEQUENCE_KEY, value: next })
  highest = next
  return next
}

export async function takeNumber(store: Store): Promise<number> {
  return store.transact(['meta'], () => nextInSequence(store))
}
