import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aCategory, anEvent } from '../../../tests/support/concerts/plain-rows.ts'
import { backend, freshDevice, openTab, page, restart } from '../../../tests/support/device/device.ts'
import { grantEveryLock } from '../../../tests/support/device/locks.ts'
import { pass, settled } from '../../../tests/support/device/time.ts'
import { CATALOGUE_VERSION, FULL_EVERY_MS, sinceOf } from './catalogue-sync.store.ts'

freshDevice()
beforeEach(() => {
  add('singers', { id: 's1', name: 'Meera' })
  addEvent('e1')
})

const serverNow = () => new Date(Date.now() + backend.clockOffset).toISOString()
function add(table: string, row: Record<string, unknown>): void {
  const rows = backend.tables[table]!
  backend.tables[table] = [...rows.filter((one) => one.id !== row.id), { updated_at: serverNow(), ...row }]
}
function addEvent(id: string, more: Record<string, unknown> = {}): void {
  add('events', {
    id,
    singer_id: 's1',
    city: 'Mumbai',
    venue: 'Hall',
    date: '2026-12-05T14:00:00+00:00',
    previous_date: null,
    status: 'scheduled',
    cancelled_reason: null,
    genre: 'Folk',
    paused_at: null,
    screen_only: false,
    state: null,
    has_queue: false,
    ...more,
  })
  add('ticket_categories', {
    id: `${id}-gold`,
    event_id: id,
    name: 'Gold',
    price: '1499.50',
    total_tickets: 50,
    tickets_sold: 3,
    tickets_kept: 2,
    grid_columns: 8,
    is_standing: false,
    sale_from: null,
    sale_until: null,
    phases: [],
    is_free: false,
  })
}
function drop(table: string, id: string): void {
  backend.tables[table] = backend.tables[table]!.filter((row) => row.id !== id)
  backend.tables.deleted_rows!.push({ table, id, at: serverNow() })
}
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const sync = async () => {
  later(10)
  const result = await page.catalogueSync.syncCatalogue()
  expect(result).toEqual({ ok: true, value: null })
}
/** `p_since` of the first request since `backend.calls` was emptied. */
const sinceAsked = () => backend.calls[0]!.query.get('p_since') ?? undefined
const upcoming = () => page.watch.readOnce(page.catalogue.watchUpcomingEvents())

describe('a full sync', () => {
  it('stores events with singer and categories, in paise and UTC', async () => {
    await sync()
    const gold = { id: 'e1-gold', price: 149_950, totalTickets: 50, ticketsSold: 3, ticketsKept: 2, gridColumns: 8 }
    const singer = { id: 's1', name: 'Meera' }
    expect(await upcoming()).toEqual([anEvent({ singer, venue: 'Hall', genre: 'Folk', categories: [aCategory(gold)] })])
  })

  it('sets the mark no earlier than the rows, for the list and for one event', async () => {
    const lists: [number, boolean][] = []
    const ones: [boolean, boolean][] = []
    const { watchSyncedUpcoming, watchSyncedEvent } = page.catalogue
    const stops = [
      watchSyncedUpcoming().subscribe((seen) => lists.push([seen.value.length, seen.syncedAt !== null])),
      watchSyncedEvent('e1').subscribe((seen) => ones.push([seen.value !== null, seen.syncedAt !== null])),
    ]
    await vi.waitFor(() => expect([lists.length, ones.length]).toEqual([1, 1]))
    await sync()
    await vi.waitFor(() => expect(lists.at(-1)).toEqual([1, true]))
    await vi.waitFor(() => expect(ones.at(-1)).toEqual([true, true]))
    for (const stop of stops) stop()
    expect(lists[0]).toEqual([0, false])
    expect(lists).not.toContainEqual([0, true])
    expect(ones[0]).toEqual([false, false])
    expect(ones).not.toContainEqual([false, true])
  })

  it('fills a database that was deleted while changes were read', async () => {
    await sync()
    later(600_000)
    await sync()
    const answer = backend.hold('/rest/v1/')
    await restart()
    later(600_000)
    const changes = page.catalogueSync.syncCatalogue()
    await answer.arrived
    await new Promise((resolve) => (indexedDB.deleteDatabase('mehfil').onsuccess = resolve))
    answer.release()
    await changes
    await sync()
    expect((await page.catalogue.readEvent('e1'))?.id).toBe('e1')
  })

  it('gives a category only its own sections of a layout', async () => {
    const row = { label: 'A', seats: [1, 2] }
    const sections = [
      { code: 'BALC', name: 'Balcony', rows: [row] },
      { code: 'STAL', name: 'Stalls', rows: [row] },
    ]
    add('seating_layouts', { id: 'l1', name: 'Hall', layout_data: { stage: 'top', sections } })
    add('ticket_category_layouts', { ticket_category_id: 'e1-gold', seating_layout_id: 'l1', section_ids: ['STAL'] })
    await sync()
    const found = await page.catalogue.readCategory('e1-gold')
    expect(found?.category.layout).toEqual({
      ...{ id: 'l1', name: 'Hall', stage: 'top' },
      ...{ sections: [sections[1]], order: sections.map(({ code }) => code) },
    })
  })

  it('stores nothing when it fails', async () => {
    backend.fail({ status: 500, body: { message: 'oops' } }, '/read_catalogue')
    const result = page.catalogueSync.syncCatalogue()
    await pass(5_000)
    expect(await result).toMatchObject({ ok: false, failure: { code: 'server' } })
    expect(await upcoming()).toEqual([])
    expect((await page.watch.readOnce(page.watch.watch((store) => store.table('meta').all()))).length).toBe(0)
  })
})

describe('the next sync', () => {
  it('reads changes since two minutes before the last one began, by the server’s clock', async () => {
    backend.clockOffset = 7_200_000
    await sync()
    later(60_000)
    await sync()
    const began = Date.now()
    later(60_000)
    backend.calls = []
    await sync()
    const since = Date.parse(sinceAsked()!)
    expect(Math.abs(since - (began + 7_200_000 - 120_000))).toBeLessThan(1_500)
  })

  it('stores a rename, a move, a cancellation and new events', async () => {
    await sync()
    later(600_000)
    add('singers', { id: 's1', name: 'Meera Rao' })
    addEvent('e1', { status: 'cancelled', date: '2026-12-06T14:00:00Z', previous_date: '2026-12-05T14:00:00Z' })
    addEvent('e2')
    await sync()
    const events = await upcoming()
    expect(events.map((event) => [event.id, event.singer.name, event.status, event.previousDate])).toEqual([
      ['e2', 'Meera Rao', 'scheduled', null],
      ['e1', 'Meera Rao', 'cancelled', '2026-12-05T14:00:00.000Z'],
    ])
  })

  it('removes deleted rows', async () => {
    addEvent('e2')
    await sync()
    later(600_000)
    drop('events', 'e2')
    drop('ticket_categories', 'e2-gold')
    await sync()
    expect((await upcoming()).map((event) => event.id)).toEqual(['e1'])
    expect(await page.catalogue.readCategory('e2-gold')).toBeNull()
  })

  it('keeps a row that was deleted and added again under its id', async () => {
    await sync()
    later(600_000)
    drop('events', 'e1')
    backend.tables.deleted_rows = []
    addEvent('e1', { venue: 'Another hall' })
    await sync()
    expect((await upcoming())[0]?.venue).toBe('Another hall')
  })

  it('reads the categories of an old event that was moved to a later day', async () => {
    addEvent('old', { date: '2026-01-05T14:00:00Z' })
    await sync()
    expect(await page.catalogue.readEvent('old')).toBeNull()
    later(600_000)
    const moved = { ...backend.tables.events!.find((row) => row.id === 'old')!, date: '2026-12-30T14:00:00Z' }
    add('events', { ...moved, updated_at: serverNow() })
    await sync()
    expect((await page.catalogue.readEvent('old'))?.categories).toHaveLength(1)
  })

  it('is a full one after a day, which also removes rows without a noted deletion', async () => {
    addEvent('e2')
    await sync()
    backend.tables.events = backend.tables.events!.filter((row) => row.id !== 'e2')
    later(600_000)
    await sync()
    expect(await upcoming()).toHaveLength(2)
    later(FULL_EVERY_MS)
    await sync()
    expect(await upcoming()).toHaveLength(1)
  })

  it('runs once for all tabs that start it at the same time', async () => {
    const other = await openTab()
    await Promise.all([page.catalogueSync.syncCatalogue(), other.catalogueSync.syncCatalogue()])
    expect(backend.count('')).toBe(1)
    await other.store.closeStore()
  })
})

it('a transaction that is open during a sync is included in the next sync, however long it takes', async () => {
  await sync()
  later(600_000)
  // An import begins and stamps its rows, which are invisible until it commits.
  backend.writingSince = Date.now()
  const rows = { ...backend.tables }
  addEvent('imported')
  const imported = { ...backend.tables }
  backend.tables = rows
  later(600_000)
  await sync()
  expect((await upcoming()).map((event) => event.id)).toEqual(['e1'])
  backend.tables = imported
  backend.writingSince = null
  later(300_000)
  await sync()
  expect((await upcoming()).map((event) => event.id).sort()).toEqual(['e1', 'imported'])
})

describe('after a restore from a backup', () => {
  it('the next sync removes later rows and restores the old price', async () => {
    await sync()
    const backup = { tables: structuredClone(backend.tables), marks: [...backend.marks] }
    later(600_000)
    add('ticket_categories', { ...backend.tables.ticket_categories![0], price: '3000.00', updated_at: serverNow() })
    addEvent('ghost')
    await sync()
    expect(await upcoming()).toHaveLength(2)
    const list = { eventId: 'e1', ownerId: 'gate', since: serverNow(), download: null, listAt: Date.now() }
    await (await page.store.table('gateLists')).put(list as never)
    Object.assign(backend, backup)
    later(600_000)
    await sync()
    expect(await (await page.store.table('gateLists')).all()).toEqual([{ ...list, since: null }])
    expect((await upcoming()).map((event) => [event.id, event.categories[0]?.price])).toEqual([['e1', 149950]])
    later(600_000)
    backend.calls = []
    await sync()
    expect(sinceAsked()).toBeDefined()
  })

  it('does not start again when the backup is newer than the last sync', async () => {
    await sync()
    const backup = { marks: [...backend.marks] }
    const list = { eventId: 'e1', ownerId: 'gate', since: serverNow(), download: null, listAt: Date.now() }
    await (await page.store.table('gateLists')).put(list as never)
    later(600_000)
    Object.assign(backend, backup)
    await sync()
    expect(await (await page.store.table('gateLists')).all()).toEqual([list])
  })
})

describe('two overlapping syncs after a lock was taken over', () => {
  /** Another tab’s sync that has its answers, and stores them when `finish` is called. */
  async function slowTab() {
    grantEveryLock()
    const other = await openTab()
    const answer = backend.hold('/read_catalogue')
    const done = other.catalogueSync.syncCatalogue()
    await answer.arrived
    await settled()
    return { other, finish: () => (answer.release(), done) }
  }

  it('full: the one that began first does not replace the rows of the later one', async () => {
    const { other, finish } = await slowTab()
    later(1_000)
    add('singers', { id: 's1', name: 'Meera Rao' })
    addEvent('e2')
    await sync()
    expect(await finish()).toEqual({ ok: true, value: null })
    const events = await upcoming()
    expect(events.map((event) => [event.id, event.singer.name])).toEqual([
      ['e1', 'Meera Rao'],
      ['e2', 'Meera Rao'],
    ])
    await other.store.closeStore()
  })

  it('of changes: the same, and the mark of the later one stays', async () => {
    await sync()
    later(600_000)
    addEvent('e1', { venue: 'Second hall' })
    const { other, finish } = await slowTab()
    later(1_000)
    addEvent('e1', { venue: 'Third hall' })
    await sync()
    await finish()
    expect((await page.catalogue.readEvent('e1'))?.venue).toBe('Third hall')
    later(300_000)
    await sync()
    expect((await page.catalogue.readEvent('e1'))?.venue).toBe('Third hall')
    await other.store.closeStore()
  })
})

const times = { watermark: '2026-11-20T10:00:00.000Z', fullAt: 1_000, at: 1_000, savedAt: 1_000 }
const mark = { ...times, version: CATALOGUE_VERSION, history: null }
it('the start of a sync is null without a watermark, for another version, after a day, and when the clock was set back', () => {
  expect(sinceOf(undefined, 2_000)).toBeNull()
  expect(sinceOf({ ...mark, watermark: null }, 2_000)).toBeNull()
  expect(sinceOf({ ...mark, version: 'another' }, 2_000)).toBeNull()
  expect(sinceOf(mark, 1_000 + FULL_EVERY_MS)).toBeNull()
  expect(sinceOf(mark, 999)).toBeNull()
  expect(sinceOf(mark, 1_000 + FULL_EVERY_MS - 1)).toBe('2026-11-20T09:58:00.000Z')
})
