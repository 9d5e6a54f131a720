import { signal, variable } from '../observable/observable.ts'

export type StoreState =
  | 'opening'
  /**
   * `persisted`: the browser promised not to clear it by itself; null when it cannot say. `emptied`: everything was
   * deleted under this page (in the browser's settings, or by the browser) and the store began anew.
   */
  | { kind: 'device'; persisted: boolean | null; emptied: boolean }
  /**
   * Nothing outlives this tab. `awaited`: the device was in use before and cannot be read now, so the session is unknown:
   * 'soon' in the first ten seconds, then 'lost'; null when there is nothing to wait for. `isSlow`: the browser has neither
   * opened nor refused its database in these ten seconds. `reason` is for the log.
   */
  | { kind: 'memory'; reason: string; awaited: 'soon' | 'lost' | null; isSlow: boolean }

/** A browser that has not opened its database after this many milliseconds is served from memory meanwhile. */
export const OPEN_PATIENCE_MS = 3_000
/** A device that cannot be read for this many milliseconds is called lost. It is tried on. */
export const LOST_AFTER_MS = 10_000

const state = variable<StoreState>('opening')
const swaps = signal()
let emptied = false
let skipped = false

export const storeState = (): StoreState => state.get()
export const setStoreState = (next: StoreState): void => state.set(next)

/** The part of the state that is about the device's store; null while there is another state. */
function onDevice(): Extract<StoreState, { kind: 'device' }> | null {
  const now = state.get()
  return typeof now === 'object' && now.kind === 'device' ? now : null
}

function inMemory(): Extract<StoreState, { kind: 'memory' }> | null {
  const now = state.get()
  return typeof now === 'object' && now.kind === 'memory' ? now : null
}

/** For the store's engine: the device's store is open, and had been emptied under this page when it says so. */
export function noteDeviceOpen(how: { emptied: boolean }): void {
  emptied ||= how.emptied
  state.set({ kind: 'device', persisted: onDevice()?.persisted ?? null, emptied })
  void checkPersisted()
}

/** Not every browser can say. */
async function checkPersisted(): Promise<void> {
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined
  const persisted = await storage?.persisted?.().catch(() => undefined)
  if (persisted !== undefined) setPersisted(persisted)
}

function setPersisted(persisted: boolean): void {
  const now = onDevice()
  if (now) state.set({ ...now, persisted })
}

/** For the store's engine: everything that follows rows of the store reads again. */
export const noteSwap = (): void => swaps.send()

/** Calls `listener` with where things are kept, now and at each change. */
export const onStoreState = (listener: (state: StoreState) => void): (() => void) => state.subscribe(listener)

/** Calls `listener` whenever the store was opened anew, or another one took its place. */
export const onStoreSwap = (listener: () => void): (() => void) => swaps.subscribe(listener)

/** Whether the device's own rows cannot be read now and may be in a moment: the session is unknown then. */
export const isDeviceAwaited = (): boolean => (inMemory()?.awaited ?? null) !== null

/** Continues without what this device holds: signed out, until the device can be read again. */
export function forgoDevice(): void {
  skipped = true
  const now = inMemory()
  if (now) state.set({ ...now, awaited: null })
  noteSwap()
}
export const isDeviceSkipped = (): boolean => skipped

/** Ends the notice about deleted data: it was read, or its owner signed in again. */
export function forgetEmptied(): void {
  emptied = false
  const now = onDevice()
  if (now) state.set({ ...now, emptied })
}

/**
 * Asks the browser to keep the shop's data for good; called when there is something worth keeping (the first ticket).
 * Returns its answer, null where it cannot be asked.
 */
export async function askToPersist(): Promise<boolean | null> {
  if (!globalThis.navigator?.storage?.persist) return null
  const answer = await navigator.storage.persist().catch(() => false)
  setPersisted(answer)
  return answer
}

/** Begins anew, as a page that was just loaded. */
export function forgetStoreState(): void {
  emptied = skipped = false
  state.set('opening')
}
