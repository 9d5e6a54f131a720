import { readCatalogue, type CatalogueAnswer } from './catalogue.api.ts'
import { changesFrom, eventsFromAt, nouns, sources } from './catalogue-rows.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import { ok, type Failure, type Result } from '#platform/failure/failure.ts'
import { yieldToMain } from '#platform/device/yield-to-main.ts'
import { clockOffset } from '#shop/device/connectivity.ts'
import { changedSince } from '#shop/device/merge.ts'
import { beginServerEpoch } from '#shop/sync/server-epoch.store.ts'
import '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store, Table } from '#shop/device/store-types.ts'
import { keepLook } from '#shop/settings/shop-look.store.ts'
import { keepTerms } from '#shop/terms/terms.store.ts'
import { catalogueMark, CATALOGUE_KEY, type CatalogueMark } from '#shop/sync/sync-state.store.ts'

const SYNC_LOCK = 'mehfil.catalogue'
/** Another list of columns makes the next sync a full one. Raise the number when a parser keeps more of the same columns. */
export const CATALOGUE_VERSION = `1 ${Object.values(sources)
  .map(({ columns }) => columns)
  .join(' ')}`
export const FULL_EVERY_MS = 24 * 3_600_000

/** Rows written at once, so that a slow phone can draw in between. */
const ROWS_AT_ONCE = 20

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
      const failure = await syncFrom(store, mark, started, sinceOf(mark, started))
      return failure ? { ok: false, failure } : ok(null)
    })
  })
}

async function syncFrom(
  store: Store,
  mark: CatalogueMark | undefined,
  started: number,
  since: string | null,
): Promise<Failure | null> {
  const eventsFrom = eventsFromAt(started + (clockOffset() ?? 0))
  const answer = await readCatalogue(mark?.history ?? null, since, eventsFrom)
  if (!answer.ok) return answer.failure
  const { point, whole, terms, look } = answer.value
  keepTerms(terms)
  if (look) keepLook(look)
  const fullAt = mark && !whole ? mark.fullAt : started
  const next = { version: CATALOGUE_VERSION, watermark: point.until, fullAt, at: started, history: point.mark }
  await yieldToMain()
  if (mark && !whole)
    return (await storeChanges(store, answer.value, mark, next)) ? null : syncFrom(store, mark, started, null)
  await storeAll(store, answer.value, next)
  return null
}

type NewMark = Omit<CatalogueMark, 'savedAt'>

/** Returns the start of the changes to read; null for a full sync, also when the clock was set back. */
export function sinceOf(mark: CatalogueMark | undefined, now: number): string | null {
  if (!mark?.watermark || mark.version !== CATALOGUE_VERSION) return null
  if (now - mark.fullAt >= FULL_EVERY_MS || mark.fullAt > now) return null
  return changesFrom(mark.watermark)
}

async function storeAll(store: Store, { point, rows, settings }: CatalogueAnswer, next: NewMark): Promise<void> {
  await store.transact([...nouns, 'shopSettings', 'meta', 'gateLists', 'gateScans'], async () => {
    // Another sync has stored rows since this one began: they may be newer.
    if (changedSince(await catalogueMark(store), next.at)) return
    for (const noun of nouns) await replaceAll(store.table(noun) as Table<{ id: string }>, rows[noun])
    await store.table('shopSettings').clear()
    if (settings) await store.table('shopSettings').put({ ...settings, id: 'shop' })
    if (point.known === false) await beginServerEpoch(store)
    await putMark(store, next)
  })
}

const putMark = (store: Store, mark: NewMark): Promise<void> =>
  store.table('meta').put({ key: CATALOGUE_KEY, value: { ...mark, savedAt: Date.now() } })

async function replaceAll<T extends { id: string }>(table: Table<T>, rows: T[]): Promise<void> {
  const kept = new Set(rows.map((row) => row.id))
  await table.remove((await table.keys()).filter((id) => !kept.has(id)))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await table.putAll(rows.slice(at, at + ROWS_AT_ONCE))
}

/** False: the database was deleted meanwhile and opened again, and changes alone are not enough. */
const storeChanges = (
  store: Store,
  { rows, deleted, settings }: CatalogueAnswer,
  mark: CatalogueMark,
  next: NewMark,
): Promise<boolean> =>
  store.transact([...nouns, 'shopSettings', 'meta'], async () => {
    const now = await catalogueMark(store)
    if (!now) return false
    // Another sync has replaced the mark and may have read later.
    if (now.at !== mark.at || now.savedAt !== mark.savedAt) return true
    for (const noun of nouns) {
      const table = store.table(noun) as Table<{ id: string }>
      await table.putAll(rows[noun])
      await table.remove(deleted[noun])
    }
    if (settings) await store.table('shopSettings').put({ ...settings, id: 'shop' })
    await putMark(store, next)
    return true
  })
