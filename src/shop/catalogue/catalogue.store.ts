import { byPriceDescending, categoryOf, type CatalogueEvent, type TicketCategory } from './catalogue.ts'
import { pricedAt } from './sale/phases.ts'
import type { EventRow } from './catalogue-rows.ts'
import { openedRows } from '#shop/codes/opened-codes.store.ts'
import { serverNowIn } from '#shop/device/shop-clock.ts'
import { openStore } from '#shop/device/store.ts'
import { catalogueMark } from '#shop/sync/sync-state.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'

/** `syncedAt`: device time (ms) of the last sync before the read; null before the first. */
export interface Brought<T> {
  value: T
  syncedAt: number | null
}

/** Reads the sync mark with the rows: an empty result means that nothing exists only after a sync. */
const brought = <T>(read: (store: Store) => Promise<T>): Observable<Brought<T>> =>
  watch(async (store) => {
    // First, because a sync writes it last.
    const mark = await catalogueMark(store)
    return { value: await read(store), syncedAt: mark?.at ?? null }
  })

/** Events that have not begun by the server's clock, by date, cancelled ones included. */
export const watchUpcomingEvents = (): Observable<CatalogueEvent[]> => watch(upcomingIn)
export const watchSyncedUpcoming = (): Observable<Brought<CatalogueEvent[]>> => brought(upcomingIn)

/** One event, also a past one that the device still has; null when it has none. */
export const watchEvent = (id: string): Observable<CatalogueEvent | null> => watch((store) => eventIn(store, id))
export const watchSyncedEvent = (id: string): Observable<Brought<CatalogueEvent | null>> =>
  brought((store) => eventIn(store, id))

export const readEvent = async (id: string): Promise<CatalogueEvent | null> => eventIn(await openStore(), id)

export async function readCategory(id: string): Promise<{ event: CatalogueEvent; category: TicketCategory } | null> {
  const store = await openStore()
  const row =
    (await store.table('categories').get(id)) ?? (await openedRows(store)).categories.find((one) => one.id === id)
  const event = row ? await eventIn(store, row.eventId) : null
  const category = event?.categories.find((one) => one.id === id)
  return event && category ? { event, category } : null
}

async function upcomingIn(store: Store): Promise<CatalogueEvent[]> {
  return assemble(store, await store.table('events').atLeast('date', new Date(await serverNowIn(store)).toISOString()))
}

async function eventIn(store: Store, id: string): Promise<CatalogueEvent | null> {
  const row = await store.table('events').get(id)
  return row ? ((await assemble(store, [row]))[0] ?? null) : null
}

/** Joins the rows, with the prices of now. Skips events whose singer has not been synced yet. */
async function assemble(store: Store, events: EventRow[]): Promise<CatalogueEvent[]> {
  const singers = byId(await store.table('singers').getMany(unique(events.map((event) => event.singerId))))
  const ids = events.map((event) => event.id)
  const visible = await store.table('categories').where('eventId', ids)
  const opened = await openedRows(store)
  const hidden = opened.categories.filter(
    (row) => ids.includes(row.eventId) && !visible.some(({ id }) => id === row.id),
  )
  const categories = [...visible, ...byId(hidden).values()]
  const stored = await store.table('categoryLayouts').getMany(categories.map((category) => category.id))
  const links = byId([...opened.links, ...stored])
  const layouts = byId(await store.table('layouts').getMany(unique([...links.values()].map((link) => link.layoutId))))
  const byEvent = new Map<string, TicketCategory[]>()
  for (const row of categories) {
    const link = links.get(row.id)
    const list = byEvent.get(row.eventId) ?? []
    list.push(categoryOf(row, link, link && layouts.get(link.layoutId)))
    byEvent.set(row.eventId, list)
  }
  const settings = await store.table('shopSettings').get('shop')
  const now = await serverNowIn(store)
  return events.flatMap((event) => {
    const singer = singers.get(event.singerId)
    if (!singer) return []
    const listed = {
      ...omit(event, 'singerId'),
      singer,
      ...(settings?.upiId === '' && { noPayee: true }),
      categories: (byEvent.get(event.id) ?? []).sort(byPriceDescending),
    }
    return [pricedAt(listed, now)]
  })
}

const unique = (ids: string[]): string[] => [...new Set(ids)]
const byId = <T extends { id: string }>(rows: T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]))
