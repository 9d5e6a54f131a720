export type StoreState =
  | 'opening'
  /**
   * `persisted`: the browser promised not to clear it by itself; null when it cannot say. `emptied`: everything was
   * deleted under this page (in the browser's settings, or by the browser) and the store began anew.
   */
  | { kind: 'device'; persisted: boolean | null; emptied: boolean }
  /**
   * Nothing outlives this tab. `awaited`: this device was in use before and cannot be read now, so nobody knows who is
   * signed in; 'soon' in the first ten seconds, then 'lost'. Null: there is nothing to wait for. `isSlow`: the browser has
   * neither opened nor refused its database in these ten seconds, as a slow phone does on a first visit. `reason` is for
   * the log.
   */
  | { kind: 'memory'; reason: string; awaited: 'soon' | 'lost' | null; isSlow: boolean }

/** A browser that has not opened its database after this many milliseconds is served from memory meanwhile. */
export const OPEN_PATIENCE_MS = 3_000
/** A device that cannot be read for this many milliseconds is called lost. It is tried on. */
export const LOST_AFTER_MS = 10_000

let state: StoreState = 'opening'
let emptied = false
let forgone = false
const stateListeners = new Set<(state: StoreState) => void>()
const swapListeners = new Set<() => void>()

export const storeState = (): StoreState => state

export function tell(next: StoreState): void {
  state = next
  for (const listener of stateListeners) listener(state)
}

/** For the store's engine: the device's store is open, and had been emptied under this page when it says so. */
export function tellDevice(how: { emptied: boolean }): void {
  emptied ||= how.emptied
  tell({
    kind: 'device',
    persisted: typeof state === 'object' && state.kind === 'device' ? state.persisted : null,
    emptied,
  })
  void lookPersisted()
}

/** Not every browser can say. */
async function lookPersisted(): Promise<void> {
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined
  const persisted = await storage?.persisted?.().catch(() => undefined)
  if (persisted !== undefined) tellPersisted(persisted)
}

function tellPersisted(persisted: boolean): void {
  if (typeof state === 'object' && state.kind === 'device') tell({ ...state, persisted })
}

/** For the store's engine: whoever follows something on the store reads again. */
export function tellSwap(): void {
  for (const listener of swapListeners) listener()
}

/** Calls `listener` with where things are kept, now and at each change. */
export function onStoreState(listener: (state: StoreState) => void): () => void {
  stateListeners.add(listener)
  listener(state)
  return () => stateListeners.delete(listener)
}

/** Calls `listener` whenever the store was opened anew, or another one took its place. */
export function onStoreSwap(listener: () => void): () => void {
  swapListeners.add(listener)
  return () => swapListeners.delete(listener)
}

/** Whether the device's own rows cannot be read now and may be in a moment: who is signed in is not known then. */
export const isDeviceAwaited = (): boolean =>
  typeof state === 'object' && state.kind === 'memory' && state.awaited !== null

/** Goes on without what this device holds: nobody is signed in, until the device can be read again. */
export function forgoDevice(): void {
  forgone = true
  if (typeof state === 'object' && state.kind === 'memory') tell({ ...state, awaited: null })
  tellSwap()
}
export const isForgone = (): boolean => forgone

/** The person knows, or signed in again: nothing more is said about what was deleted. */
export function forgetEmptied(): void {
  emptied = false
  if (typeof state === 'object' && state.kind === 'device') tell({ ...state, emptied })
}

/**
 * Asks the browser to keep the shop's data for good; called when there is something worth keeping (the first ticket).
 * Answers what it said, null where it cannot be asked.
 */
export async function askToPersist(): Promise<boolean | null> {
  if (!globalThis.navigator?.storage?.persist) return null
  const answer = await navigator.storage.persist().catch(() => false)
  tellPersisted(answer)
  return answer
}

/** Begins anew, as a page that was just loaded. */
export function forgetStoreState(): void {
  emptied = forgone = false
  tell('opening')
}
