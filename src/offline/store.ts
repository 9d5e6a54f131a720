import { memoryStore } from './memory-store.ts'
import { nouns, type Noun, type Rows } from './rows.ts'
import type { Store, Table } from './table.ts'
import type { Watch } from './watch.ts'

export type StoreState =
  | 'opening'
  /**
   * `persisted`: the browser promised not to clear it by itself; null when it cannot say. `emptied`: everything was
   * deleted under this page (in the browser's settings, or by the browser) and the store began anew.
   */
  | { kind: 'device'; persisted: boolean | null; emptied: boolean }
  /** Nothing outlives this tab. `reason` is for the log. */
  | { kind: 'memory'; reason: string }

/** A browser that has not opened its database after this many milliseconds is served from memory. */
export const OPEN_PATIENCE_MS = 3_000
/** Attempts to open again after the connection was lost, before memory takes over. */
const REOPEN_ATTEMPTS = 2

let opening: Promise<Store> | null = null
let current: Store | null = null
let state: StoreState = 'opening'
let generation = 0
/** A store on the device was in use before, so that a new one means a deleted one. */
let hadDevice = false
let emptied = false
const stateListeners = new Set<(state: StoreState) => void>()
const swapListeners = new Set<() => void>()

/** The store, opened at most once. Never rejects: where the device gives no database, it is memory and says so. */
export function openStore(): Promise<Store> {
  return (opening ??= begin())
}

async function begin(): Promise<Store> {
  const mine = ++generation
  const device = connect(mine)
  device.catch(() => undefined)
  // The library's own download is the network's time, not the database's.
  const late = loadDatabase().then(
    () =>
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error(`no database after ${OPEN_PATIENCE_MS} ms`)), OPEN_PATIENCE_MS)
      }),
  )
  late.catch(() => undefined)
  try {
    const store = await Promise.race([device, late])
    settle(store)
    return store
  } catch (error) {
    const store = memoryStore()
    current = store
    tell({ kind: 'memory', reason: error instanceof Error ? error.message : String(error) })
    // It may have been only slow: then what memory holds moves over and everything is read from the device again.
    device.then(
      (found) => adopt(store, found, mine),
      () => undefined,
    )
    return store
  }
}

/** Dexie is a quarter of what a first visit would otherwise wait for; the page's frame is drawn meanwhile. */
const loadDatabase = (): Promise<typeof import('./database.ts')> => import('./database.ts')

async function connect(mine: number, attempt = 1): Promise<Store> {
  if (typeof indexedDB === 'undefined' || indexedDB === null) throw new Error('this browser offers no database')
  try {
    const { openDatabase } = await loadDatabase()
    return await openDatabase({ lost: () => void (mine === generation && reconnect()) })
  } catch (error) {
    if (attempt >= REOPEN_ATTEMPTS) throw error
    return connect(mine, attempt + 1)
  }
}

/** Opens the database anew after its connection was lost; readers are told to read again. */
function reconnect(): void {
  opening = null
  void openStore().then(() => {
    for (const listener of swapListeners) listener()
  })
}

function settle(store: Store): void {
  current = store
  if (hadDevice && store.isNew) emptied = true
  hadDevice = true
  tell({ kind: 'device', persisted: null, emptied })
  void isPersisted().then((persisted) => current === store && tell({ kind: 'device', persisted, emptied }))
}

async function adopt(from: Store, to: Store, mine: number): Promise<void> {
  if (mine !== generation) return to.close()
  try {
    const held = await Promise.all(nouns.map(async (noun) => [noun, await from.table(noun).all()] as const))
    await to.transact(nouns, async () => {
      for (const [noun, rows] of held) await to.table(noun).putAll(rows)
    })
  } catch {
    return to.close()
  }
  opening = Promise.resolve(to)
  settle(to)
  for (const listener of swapListeners) listener()
}

/** The rows of one noun, once the store is open. */
export const table = async <N extends Noun>(noun: N): Promise<Table<Rows[N]>> => (await openStore()).table(noun)

/** Calls `listener` whenever another store took the place of the one before. */
export function onStoreSwap(listener: () => void): () => void {
  swapListeners.add(listener)
  return () => swapListeners.delete(listener)
}

/** Where things are kept, for the notice that says what will not last. */
export function watchStoreState(): Watch<StoreState> {
  return {
    subscribe(next) {
      stateListeners.add(next)
      next(state)
      void openStore()
      return () => stateListeners.delete(next)
    },
  }
}

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
  if (current?.kind === 'device') tell({ kind: 'device', persisted: answer, emptied })
  return answer
}

async function isPersisted(): Promise<boolean | null> {
  if (!globalThis.navigator?.storage?.persisted) return null
  return navigator.storage.persisted().catch(() => null)
}

function tell(next: StoreState): void {
  state = next
  for (const listener of stateListeners) listener(state)
}

/** Closes the store and forgets it, so that the next use opens it anew. */
export async function closeStore(): Promise<void> {
  const store = opening ? await opening : null
  generation++
  opening = null
  current = null
  hadDevice = false
  emptied = false
  store?.close()
  tell('opening')
}
