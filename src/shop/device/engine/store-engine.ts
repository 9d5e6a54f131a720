import { isAway, onPageLife } from '#platform/device/page-life.ts'
import { connect, storeHandle, type Connection, type Fate } from './connect.ts'
import type { Serving } from './store-handle.ts'
import { overflow } from './overflow.ts'
import type { Store } from '../store-types.ts'
import {
  isDeviceSkipped,
  LOST_AFTER_MS,
  OPEN_PATIENCE_MS,
  storeState,
  setStoreState,
  noteDeviceFull,
  noteDeviceOpen,
  notifyStoreReplaced,
} from '#platform/device/store-state.ts'
import { deferred, pauseUntilVisible } from '#platform/device/wait.ts'
import { noteDeviceUsed, wasDeviceUsed } from '#platform/device/used-device.ts'

/** Pauses between attempts to open, in milliseconds; the last one repeats. */
const PAUSES_MS = [0, 100, 300, 1_000, 2_000, 3_000]
/** Limit of one attempt to open, in milliseconds; doubles each time, since the database may only be slow. */
const ATTEMPT_MS = 4_000
const MAX_ATTEMPT_MS = 60_000
/** A database silent for this long (ms) is opened again, with twice the patience. */
const STUCK_AFTER_MS = 5_000
const MAX_PATIENCE_MS = 60_000

const TOO_LATE = 'the device’s store could not be opened again'

let connection: Connection | null = null
/** The same connection without what the page holds for a full device. */
let underneath: Connection | null = null
let latest: Connection | null = null
let memory: Store | null = null
let handle: Store | null = null
/** Increases when other rows are served than before. */
let epoch = 0
let seeking: AbortController | null = null
let opening: Promise<Store> | null = null
let patience = STUCK_AFTER_MS
/** The last connection was stuck or suspended: the next one must answer before it counts as open. */
let suspect = false
let moving = false
/** This page has used a store on the device, so a new one means that it was deleted. */
let hadDevice = false
let clocks: ReturnType<typeof setTimeout>[] = []
let changed = deferred()

const serving: Serving = {
  of: (mine) => (mine === epoch && !moving ? (memory ?? connection) : null),
  change: () => changed.promise,
  isOver: (mine) => mine !== epoch,
  failed: (broken) => broken === connection && lose(),
  latest: () => latest,
}

const fate: Fate = {
  lost: (ended) => ended === underneath && lose(),
  stuck: (silent) => silent === underneath && lose({ stuck: true }),
}

/** Opens the store, in memory while the device's cannot be opened. Never rejects; resolves within three seconds. */
export function openStore(): Promise<Store> {
  return handle ? Promise.resolve(handle) : (opening ??= begin())
}

async function begin(): Promise<Store> {
  seek()
  after(OPEN_PATIENCE_MS, () => void serveFromMemory(`no database after ${OPEN_PATIENCE_MS} ms`))
  while (!handle) await changed.promise
  return handle
}

const newOverflow = () =>
  overflow(
    async () => (await loadMemory()).memoryStore(),
    () => noteDeviceFull(true),
  )
let spill = newOverflow()

/** Keeps the session in this page from now on: the device has no room for a new one. */
export async function holdSession(): Promise<void> {
  if (underneath) await spill.holdSession(underneath)
}

const loadMemory = (): Promise<typeof import('./memory-store.ts')> => import('./memory-store.ts')

function seek(): void {
  seeking?.abort()
  const mine = (seeking = new AbortController())
  void (async () => {
    for (let attempt = 0; !mine.signal.aborted; attempt++) {
      try {
        const found = await connect({
          signal: mine.signal,
          withinMs: Math.min(MAX_ATTEMPT_MS, ATTEMPT_MS * 2 ** attempt),
          patienceMs: patience,
          probe: suspect,
          fate,
        })
        if (mine.signal.aborted) return found.abandon()
        seeking = null
        return await arrived(found)
      } catch (error) {
        if (mine.signal.aborted) return
        // After two failures use memory at once, unless this device has been in use: its database may recover.
        if (attempt > 0 && !hadDevice && !wasDeviceUsed()) void serveFromMemory(messageOf(error), { refused: true })
      }
      await pauseUntilVisible(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!)
    }
  })()
}

async function arrived(found: Connection): Promise<void> {
  if (memory) {
    try {
      // Requests to memory wait for the move, then reject: its rows are served no longer.
      moving = true
      await (await loadMemory()).adopt(memory, found)
    } catch {
      // Memory goes on serving; the device is tried again.
      found.abandon()
      return after(PAUSES_MS.at(-1)!, seek)
    } finally {
      moving = false
    }
  }
  const deleted = hadDevice && found.isNew
  if (memory || deleted || !handle) {
    spill = newOverflow()
    noteDeviceFull(false)
    epoch++
    handle = storeHandle(epoch, 'device', found.isNew, serving)
  }
  const first = storeState() === 'opening'
  memory = null
  underneath = found
  connection = latest = spill.over(found)
  hadDevice = true
  suspect = false
  noteDeviceUsed()
  stopClocks()
  noteDeviceOpen({ emptied: deleted })
  announce(first)
}

/** Drops the connection; its open requests wait for the next one. */
function lose(how: { stuck?: boolean } = {}): void {
  connection?.abandon()
  connection = underneath = null
  if (how.stuck) {
    suspect = true
    patience = Math.min(MAX_PATIENCE_MS, patience * 2)
  }
  if (isAway()) return
  after(LOST_AFTER_MS, () => void serveFromMemory(TOO_LATE))
  // In its own task: Dexie may count this one as part of the transaction that has just ended.
  after(0, seek)
}

async function serveFromMemory(reason: string, { refused = false } = {}): Promise<void> {
  const used = hadDevice || wasDeviceUsed()
  const loaded = await loadMemory().catch(() => null)
  if (memory && refused) setStoreState({ kind: 'memory', reason, awaited: null, isSlow: false })
  if (memory || connection) return
  // No network either: only the device has something to show.
  if (!loaded) return after(OPEN_PATIENCE_MS, () => void serveFromMemory(reason, { refused }))
  const first = storeState() === 'opening'
  memory = loaded.memoryStore()
  epoch++
  handle = storeHandle(epoch, 'memory', true, serving)
  const awaited = !used || isDeviceSkipped() ? null : first ? 'soon' : 'lost'
  const isSlow = first && !refused
  setStoreState({ kind: 'memory', reason, awaited, isSlow })
  const then = awaited && 'lost'
  if (isSlow)
    after(
      LOST_AFTER_MS - OPEN_PATIENCE_MS,
      () => memory && setStoreState({ kind: 'memory', reason, awaited: then, isSlow: false }),
    )
  announce(first)
}

/** Wakes requests that wait for the store and makes watchers read again. */
function announce(first: boolean): void {
  const before = changed
  changed = deferred()
  before.resolve()
  if (!first) notifyStoreReplaced()
}

onPageLife({
  left() {
    seeking?.abort()
    stopClocks()
    if (!connection) return
    connection.abandon()
    connection = underneath = null
    // Another page may have been left with its transactions open.
    suspect = true
  },
  back() {
    if (connection || (!handle && !opening)) return
    if (!memory) after(handle ? LOST_AFTER_MS : OPEN_PATIENCE_MS, () => void serveFromMemory(TOO_LATE))
    seek()
  },
})

export async function closeStore(): Promise<void> {
  if (opening) await opening
  seeking?.abort()
  stopClocks()
  connection?.abandon()
  connection = underneath = latest = memory = handle = opening = null
  spill = newOverflow()
  epoch++
  hadDevice = suspect = false
  patience = STUCK_AFTER_MS
}

function after(ms: number, work: () => void): void {
  clocks.push(setTimeout(work, ms))
}

function stopClocks(): void {
  for (const clock of clocks) clearTimeout(clock)
  clocks = []
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
