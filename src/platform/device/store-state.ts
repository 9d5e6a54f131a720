import { signal, variable } from '../observable/observable.ts'

export type StoreState =
  | 'opening'
  /**
   * `persisted`: the browser promised to keep it; null when it cannot say. `emptied`: everything was deleted under this
   * page, and the store began anew.
   */
  | { kind: 'device'; persisted: boolean | null; emptied: boolean }
  /**
   * Nothing outlives this tab. `awaited`: an existing store cannot be read, so the session is unknown: 'soon' for ten
   * seconds, then 'lost', else null. `isSlow`: the browser has not answered in these ten seconds. `reason` is for the
   * log.
   */
  | { kind: 'memory'; reason: string; awaited: 'soon' | 'lost' | null; isSlow: boolean }

/** After so long without an open database the page runs from memory meanwhile. */
export const OPEN_PATIENCE_MS = 3_000
/** After so long without the device's store it counts as lost; opening it is still retried. */
export const LOST_AFTER_MS = 10_000

const state = variable<StoreState>('opening')
const swaps = signal()
let emptied = false
let skipped = false

export const storeState = (): StoreState => state.get()
export const setStoreState = (next: StoreState): void => state.set(next)

function onDevice(): Extract<StoreState, { kind: 'device' }> | null {
  const now = state.get()
  return typeof now === 'object' && now.kind === 'device' ? now : null
}

function inMemory(): Extract<StoreState, { kind: 'memory' }> | null {
  const now = state.get()
  return typeof now === 'object' && now.kind === 'memory' ? now : null
}

/** For the store's engine: the device's store is open. `emptied`: it had been deleted under this page. */
export function noteDeviceOpen(how: { emptied: boolean }): void {
  emptied ||= how.emptied
  state.set({ kind: 'device', persisted: onDevice()?.persisted ?? null, emptied })
  void checkPersisted()
}

async function checkPersisted(): Promise<void> {
  const storage = globalThis.navigator?.storage as Partial<StorageManager> | undefined
  const persisted = await storage?.persisted?.().catch(() => undefined)
  if (persisted !== undefined) setPersisted(persisted)
}

function setPersisted(persisted: boolean): void {
  const now = onDevice()
  if (now) state.set({ ...now, persisted })
}

/** For the store's engine: readers of the store read again. */
export const noteSwap = (): void => swaps.send()

/** Calls `listener` with the state, now and at each change. Returns the way to stop. */
export const onStoreState = (listener: (state: StoreState) => void): (() => void) => state.subscribe(listener)

/** Calls `listener` whenever the store was opened anew or replaced. Returns the way to stop. */
export const onStoreSwap = (listener: () => void): (() => void) => swaps.subscribe(listener)

/** Whether the device's rows cannot be read yet: the session is unknown. */
export const isDeviceAwaited = (): boolean => (inMemory()?.awaited ?? null) !== null

/** Continues signed out, until the device can be read again. */
export function forgoDevice(): void {
  skipped = true
  const now = inMemory()
  if (now) state.set({ ...now, awaited: null })
  noteSwap()
}
export const isDeviceSkipped = (): boolean => skipped

/** Closes the notice about deleted data. */
export function forgetEmptied(): void {
  emptied = false
  const now = onDevice()
  if (now) state.set({ ...now, emptied })
}

/** Asks the browser to keep the shop's data for good. Returns its answer; null where it has none. */
export async function askToPersist(): Promise<boolean | null> {
  if (!globalThis.navigator?.storage?.persist) return null
  const answer = await navigator.storage.persist().catch(() => false)
  setPersisted(answer)
  return answer
}

export function forgetStoreState(): void {
  emptied = skipped = false
  state.set('opening')
}
