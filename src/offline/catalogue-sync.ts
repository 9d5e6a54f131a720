import {
  readCatalogue,
  readCatalogueOf,
  readDeleted,
  readShopSettings,
  tableOf,
  type CatalogueNoun,
  type CatalogueRows,
} from '#backend/catalogue-api.ts'
import { publicBackend } from '#backend/client.ts'
import { toFailure } from '#backend/errors.ts'
import { withLock } from '#backend/lock.ts'
import { PAST_KEPT_MS } from '#domain/catalogue.ts'
import { ok, type Failure, type Result } from '#domain/failure.ts'
import { apart, breathe } from './breathe.ts'
import { clockOffset } from './connectivity.ts'
import './session.ts'
import { openStore } from './store.ts'
import type { Store, Table } from './table.ts'
import { catalogueMark, CATALOGUE_KEY } from './sync-state.ts'

const SYNC_LOCK = 'mehfil.catalogue'
/** Raised when the device starts to keep more or other columns: the next sync is a full one. */
const CATALOGUE_VERSION = 1
/** Asked again from this long before the last sync, because a change is dated when its transaction began. */
export const OVERLAP_MS = 2 * 60_000
/** A full sync at least this often, in milliseconds, whatever the deltas missed. */
export const FULL_EVERY_MS = 24 * 3_600_000

export interface CatalogueMark {
  version: number
  /** Server time of the last sync, ISO; null when the server did not tell the time. */
  watermark: string | null
  /** Device time of the last full sync and of the last sync, milliseconds. */
  fullAt: number
  at: number
}

/** Rows written in one piece: a slow phone draws and answers between two. */
const ROWS_AT_ONCE = 20

const order: CatalogueNoun[] = ['singers', 'layouts', 'events', 'categories', 'categoryLayouts']
type Rows = { [N in CatalogueNoun]: CatalogueRows[N][] }

/**
 * Brings the device's catalogue up to the server's: whole the first time, daily, and after CATALOGUE_VERSION changed,
 * otherwise what changed and what was deleted. One at a time over all tabs; whoever waited for one that began after he
 * asked is served by it. What was read is stored in one transaction, so no screen sees half of it.
 */
export function syncCatalogue(): Promise<Result<null>> {
  const asked = Date.now()
  return withLock(SYNC_LOCK, async () => {
    try {
      const store = await openStore()
      const mark = await catalogueMark(store)
      const started = Date.now()
      if (mark && mark.at >= asked && mark.at <= started) return ok(null)
      const since = sinceOf(mark, started)
      // Waited for here: reads that waited for the library together would all begin in the one task that it comes in.
      await publicBackend()
      const failure = mark && since ? await syncChanges(store, since, mark, started) : await syncAll(store, started)
      if (failure) return { ok: false, failure }
      const offset = clockOffset()
      const next: CatalogueMark = {
        version: CATALOGUE_VERSION,
        watermark: offset === null ? null : new Date(started + offset).toISOString(),
        fullAt: since && mark ? mark.fullAt : started,
        at: started,
      }
      await store.table('meta').put({ key: CATALOGUE_KEY, value: next })
      return ok(null)
    } catch (error) {
      return { ok: false, failure: toFailure(error) }
    }
  })
}

/** From when on changes are asked for; null: everything. A clock that was set back makes it everything as well. */
export function sinceOf(mark: CatalogueMark | undefined, now: number): string | null {
  if (!mark?.watermark || mark.version !== CATALOGUE_VERSION) return null
  if (now - mark.fullAt >= FULL_EVERY_MS || mark.fullAt > now) return null
  return new Date(Date.parse(mark.watermark) - OVERLAP_MS).toISOString()
}

async function read(since: string | null, eventsFrom: string | null): Promise<Result<Rows>> {
  const [singers, layouts, events, categories, categoryLayouts] = await apart(
    () => readCatalogue('singers', since),
    () => readCatalogue('layouts', since),
    () => readCatalogue('events', since, eventsFrom),
    () => readCatalogue('categories', since, eventsFrom),
    () => readCatalogue('categoryLayouts', since),
  )
  for (const answer of [singers, layouts, events, categories, categoryLayouts]) if (!answer.ok) return answer
  return ok({
    singers: value(singers),
    layouts: value(layouts),
    events: value(events),
    categories: value(categories),
    categoryLayouts: value(categoryLayouts),
  })
}

const value = <T>(result: Result<T[]>): T[] => (result.ok ? result.value : [])

async function syncAll(store: Store, now: number): Promise<Failure | null> {
  const [rows, settings] = await apart(
    () => read(null, new Date(now + (clockOffset() ?? 0) - PAST_KEPT_MS).toISOString()),
    readShopSettings,
  )
  if (!rows.ok) return rows.failure
  if (!settings.ok) return settings.failure
  await breathe()
  await store.transact([...order, 'shopSettings'], async () => {
    for (const noun of order) await replaceAll(store.table(noun) as Table<{ id: string }>, rows.value[noun])
    await store.table('shopSettings').clear()
    if (settings.value) await store.table('shopSettings').put({ ...settings.value, id: 'shop' })
  })
  return null
}

async function replaceAll<T extends { id: string }>(table: Table<T>, rows: T[]): Promise<void> {
  const kept = new Set(rows.map((row) => row.id))
  await table.remove((await table.keys()).filter((id) => !kept.has(id)))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await table.putAll(rows.slice(at, at + ROWS_AT_ONCE))
}

async function syncChanges(store: Store, since: string, mark: CatalogueMark, now: number): Promise<Failure | null> {
  const [rows, settings] = await apart(() => read(since, null), readShopSettings)
  if (!rows.ok) return rows.failure
  if (!settings.ok) return settings.failure
  const missing = await readMissing(store, rows.value)
  if (!missing.ok) return missing.failure
  // Asked last: what was deleted while we read is then among it.
  const deleted = await readDeleted(since)
  if (!deleted.ok) return deleted.failure
  const applied = await store.transact([...order, 'shopSettings', 'meta'], async () => {
    // Deleted while we read, and opened anew: what changed is not all there is.
    if ((await catalogueMark(store))?.at !== mark.at) return false
    for (const noun of order) {
      const table = store.table(noun) as Table<{ id: string }>
      await table.putAll([...rows.value[noun], ...missing.value[noun]])
      const gone = deleted.value.filter((row) => row.table === tableOf(noun)).map((row) => row.id)
      await table.remove(gone)
    }
    if (settings.value) await store.table('shopSettings').put({ ...settings.value, id: 'shop' })
    return true
  })
  return applied ? null : syncAll(store, now)
}

/**
 * A changed event that the device did not know (new, or an old one moved to a later day) may have categories that did
 * not change since, and an event of a singer who did not: those are read by their ids.
 */
async function readMissing(store: Store, changed: Rows): Promise<Result<Rows>> {
  const none: Rows = { singers: [], layouts: [], events: [], categories: [], categoryLayouts: [] }
  const known = new Set(await store.table('events').keys())
  const newEvents = changed.events.filter((event) => !known.has(event.id)).map((event) => event.id)
  if (newEvents.length === 0) return ok(none)
  const categories = await readCatalogueOf('categories', newEvents)
  if (!categories.ok) return categories
  const categoryLayouts = await readCatalogueOf(
    'categoryLayouts',
    categories.value.map((category) => category.id),
  )
  if (!categoryLayouts.ok) return categoryLayouts
  return ok({ ...none, categories: categories.value, categoryLayouts: categoryLayouts.value })
}
