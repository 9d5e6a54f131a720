import { readCatalogue, readCatalogueOf, readDeleted, tableOf } from './catalogue.api.ts'
import { readShopSettings } from '#shop/settings/settings.api.ts'
import type { ShopSettingsRow } from '#shop/settings/shop-settings.ts'
import { sources, type CatalogueNoun, type CatalogueRows } from './catalogue-rows.ts'
import { publicBackend } from '#platform/supabase/client.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import { readTerms } from '#shop/terms/terms.api.ts'
import { syncPoint, type SyncPoint } from '#shop/sync/sync.api.ts'
import { PAST_KEPT_MS } from './catalogue.ts'
import { ok, type Failure, type Result } from '#platform/failure/failure.ts'
import { startStaggered, yieldToMain } from '#platform/device/yield-to-main.ts'
import { clockOffset } from '#shop/device/connectivity.ts'
import { changedSince } from '#shop/device/merge.ts'
import { beginServerEpoch } from '#shop/sync/server-epoch.store.ts'
import '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store, Table } from '#shop/device/store-types.ts'
import { keepTerms } from '#shop/terms/terms.store.ts'
import { catalogueMark, CATALOGUE_KEY, type CatalogueMark } from '#shop/sync/sync-state.store.ts'

const SYNC_LOCK = 'mehfil.catalogue'
/** Another list of columns makes the next sync a full one. Raise the number when a parser keeps more of the same columns. */
export const CATALOGUE_VERSION = `1 ${Object.values(sources)
  .map(({ columns }) => columns)
  .join(' ')}`
/** Changes are read again from this long before the mark: a row is stamped before its transaction counts as writing. */
export const OVERLAP_MS = 2 * 60_000
/** A first sync reads the sync point in parallel with its rows, so the next one goes back further. */
const FIRST_OVERLAP_MS = 3_600_000
export const FULL_EVERY_MS = 24 * 3_600_000

/** Rows written at once, so that a slow phone can draw in between. */
const ROWS_AT_ONCE = 20

const order: CatalogueNoun[] = ['singers', 'layouts', 'events', 'categories', 'categoryLayouts']
type Rows = { [N in CatalogueNoun]: CatalogueRows[N][] }

/** Syncs all rows at first, daily and after a restore (docs/decisions/0025-server-epoch.md), else changes and
 * deletions, in one transaction. A caller that waited for a sync begun after its call shares the result. */
export function syncCatalogue(): Promise<Result<null>> {
  const asked = Date.now()
  return withLock(SYNC_LOCK, async () => {
    return attempt(async () => {
      const store = await openStore()
      const mark = await catalogueMark(store)
      const started = Date.now()
      if (mark && mark.at >= asked && mark.at <= started) return ok(null)
      // Awaited here: otherwise all reads would start in the task in which the library arrives.
      await publicBackend()
      const failure = mark ? await syncAgain(store, mark, started) : await syncFirst(store, started)
      return failure ? { ok: false, failure } : ok(null)
    })
  })
}

async function syncFirst(store: Store, started: number): Promise<Failure | null> {
  const [point, read] = await startStaggered(
    () => syncPoint(null),
    () => readAll(started),
  )
  if (!point.ok) return point.failure
  if (!read.ok) return read.failure
  const until = point.value.until && new Date(Date.parse(point.value.until) - FIRST_OVERLAP_MS).toISOString()
  return storeAll(store, read.value, markOf({ ...point.value, until }, started), false)
}

async function syncAgain(store: Store, mark: CatalogueMark, started: number): Promise<Failure | null> {
  // Before the reads: the next sync then covers what is committed meanwhile.
  const point = await syncPoint(mark.history)
  if (!point.ok) return point.failure
  const wentBack = point.value.known === false
  const next = markOf(point.value, started)
  const since = wentBack ? null : sinceOf(mark, started)
  return since === null
    ? syncAll(store, next, wentBack)
    : syncChanges(store, since, mark, { ...next, fullAt: mark.fullAt })
}

type NewMark = Omit<CatalogueMark, 'savedAt'>

const markOf = ({ until, mark }: SyncPoint, started: number): NewMark => ({
  version: CATALOGUE_VERSION,
  watermark: until,
  fullAt: started,
  at: started,
  history: mark,
})

/** Returns the start of the changes to read; null for a full sync, also when the clock was set back. */
export function sinceOf(mark: CatalogueMark | undefined, now: number): string | null {
  if (!mark?.watermark || mark.version !== CATALOGUE_VERSION) return null
  if (now - mark.fullAt >= FULL_EVERY_MS || mark.fullAt > now) return null
  return new Date(Date.parse(mark.watermark) - OVERLAP_MS).toISOString()
}

async function read(since: string | null, eventsFrom: string | null): Promise<Result<Rows>> {
  const [singers, layouts, events, categories, categoryLayouts] = await startStaggered(
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

async function syncTerms(): Promise<void> {
  const answer = await readTerms()
  if (answer.ok) keepTerms(answer.value)
}

interface Whole {
  rows: Rows
  settings: ShopSettingsRow | null
}

async function readAll(now: number): Promise<Result<Whole>> {
  const [rows, settings] = await startStaggered(
    () => read(null, new Date(now + (clockOffset() ?? 0) - PAST_KEPT_MS).toISOString()),
    readShopSettings,
    syncTerms,
  )
  if (!rows.ok) return rows
  if (!settings.ok) return settings
  return ok({ rows: rows.value, settings: settings.value })
}

async function syncAll(store: Store, next: NewMark, wentBack: boolean): Promise<Failure | null> {
  const whole = await readAll(next.at)
  return whole.ok ? storeAll(store, whole.value, next, wentBack) : whole.failure
}

async function storeAll(store: Store, { rows, settings }: Whole, next: NewMark, wentBack: boolean): Promise<null> {
  await yieldToMain()
  await store.transact([...order, 'shopSettings', 'meta', 'gateLists', 'gateScans'], async () => {
    // Another sync has stored rows since this one began: they may be newer.
    if (changedSince(await catalogueMark(store), next.at)) return
    for (const noun of order) await replaceAll(store.table(noun) as Table<{ id: string }>, rows[noun])
    await store.table('shopSettings').clear()
    if (settings) await store.table('shopSettings').put({ ...settings, id: 'shop' })
    if (wentBack) await beginServerEpoch(store)
    await putMark(store, next)
  })
  return null
}

const putMark = (store: Store, mark: NewMark): Promise<void> =>
  store.table('meta').put({ key: CATALOGUE_KEY, value: { ...mark, savedAt: Date.now() } })

async function replaceAll<T extends { id: string }>(table: Table<T>, rows: T[]): Promise<void> {
  const kept = new Set(rows.map((row) => row.id))
  await table.remove((await table.keys()).filter((id) => !kept.has(id)))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await table.putAll(rows.slice(at, at + ROWS_AT_ONCE))
}

async function syncChanges(store: Store, since: string, mark: CatalogueMark, next: NewMark): Promise<Failure | null> {
  const [rows, settings] = await startStaggered(() => read(since, null), readShopSettings, syncTerms)
  if (!rows.ok) return rows.failure
  if (!settings.ok) return settings.failure
  const missing = await readMissing(store, rows.value)
  if (!missing.ok) return missing.failure
  // Last, so that deletions during the reads are included.
  const deleted = await readDeleted(since)
  if (!deleted.ok) return deleted.failure
  const applied = await store.transact([...order, 'shopSettings', 'meta'], async () => {
    const now = await catalogueMark(store)
    // The database was deleted meanwhile and opened again: changes alone are not enough.
    if (!now) return false
    // Another sync has replaced the mark and may have read later.
    if (now.at !== mark.at || now.savedAt !== mark.savedAt) return true
    for (const noun of order) {
      const table = store.table(noun) as Table<{ id: string }>
      await table.putAll([...rows.value[noun], ...missing.value[noun]])
      const gone = deleted.value.filter((row) => row.table === tableOf(noun)).map((row) => row.id)
      await table.remove(gone)
    }
    if (settings.value) await store.table('shopSettings').put({ ...settings.value, id: 'shop' })
    await putMark(store, next)
    return true
  })
  return applied ? null : syncAll(store, { ...next, fullAt: next.at }, false)
}

/** Reads the categories of new events by id: those of an old event moved to a later day did not change. */
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
