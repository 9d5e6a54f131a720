import { signal, variable } from '../observable/observable.ts'

export type StoreState =
  | 'opening'
  /** `persisted`: the browser promised to keep it; null if unknown. `emptied`: the data was deleted under this page.
   * `full`: what the server sends is kept in this page. */
  | { kind: 'device'; persisted: boolean | null; emptied: boolean; full: boolean }
  /** Nothing outlives this tab. `awaited`: the session is unknown, 'soon' for 10 s, then 'lost'. `reason`: for logs. */
  | { kind: 'memory'; reason: string; awaited: 'soon' | 'lost' | null; isSlow: boolean }

/** Without an open database after this time, the page runs from memory. */
export const OPEN_PATIENCE_MS = 3_000
/** After this time the device's store counts as lost; opening it is still retried. */
export const LOST_AFTER_MS = 10_000

const state = variable<StoreState>('opening')
const swaps = signal()
let emptied = false
let skipped = false
let full = false

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

export function noteDeviceOpen(how: { emptied: boolean }): void {
  emptied ||= how.emptied
  state.set({ kind: 'device', persisted: onDevice()?.persisted ?? null, emptied, full })
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

export function noteDeviceFull(isFull: boolean): void {
  full = isFull
  const now = onDevice()
  if (now) state.set({ ...now, full })
}

/** Returns true when what this page stores outlives its tab. */
export const isLasting = (state: StoreState | undefined): state is Extract<StoreState, { kind: 'device' }> =>
  typeof state === 'object' && state.kind === 'device' && !state.full

export const notifyStoreReplaced = (): void => swaps.send()

export const onStoreState = (listener: (state: StoreState) => void): (() => void) => state.subscribe(listener)

export const onStoreReplaced = (listener: () => void): (() => void) => swaps.subscribe(listener)

/** True while the device's store cannot be read and the session is unknown. */
export const isDeviceAwaited = (): boolean => (inMemory()?.awaited ?? null) !== null

/** Continues signed out until the device can be read again. */
export function continueWithoutDevice(): void {
  skipped = true
  const now = inMemory()
  if (now) state.set({ ...now, awaited: null })
  notifyStoreReplaced()
}
export const isDeviceSkipped = (): boolean => skipped

export function dismissEmptiedNotice(): void {
  emptied = false
  const now = onDevice()
  if (now) state.set({ ...now, emptied })
}

/** Requests persistent storage. Returns the answer; null where the browser cannot. */
export async function askToPersist(): Promise<boolean | null> {
  if (!globalThis.navigator?.storage?.persist) return null
  const answer = await navigator.storage.persist().catch(() => false)
  setPersisted(answer)
  return answer
}

export function forgetStoreState(): void {
  emptied = skipped = full = false
  state.set('opening')
}
