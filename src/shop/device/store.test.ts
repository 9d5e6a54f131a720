import { describe, expect, it, vi } from 'vitest'
import { plainEvent } from '../../../tests/support/concerts/plain-rows.ts'
import { ASHA, backend, freshDevice, page, restart, signIn, storeState } from '../../../tests/support/device/device.ts'
import { aPicture, newestDraft, submissions } from '../../../tests/support/device/orders.ts'
import { pass } from '../../../tests/support/device/time.ts'
import { slowDatabase } from '../../../tests/support/device/lost-database.ts'
import { memoryStore } from './engine/memory-store.ts'

freshDevice()

describe('a device without a database', () => {
  it('serves from memory, reports it, and still sells', async () => {
    const { Dexie } = await import('dexie')
    vi.spyOn(Dexie.prototype, 'open').mockRejectedValue(new DOMException('denied', 'InvalidStateError'))
    await page.store.openStore()
    expect(storeState()).toMatchObject({ kind: 'memory', reason: 'denied', isSlow: false })
    await signIn(ASHA)
    const order = await page.orders.openOrder([])
    await page.orders.saveForm(order.id, { reference: '412356789012' })
    await page.orders.choosePicture(order.id, aPicture())
    expect((await page.orders.submitOrder(order.id)).ok).toBe(true)
    await page.outbox.drainOutbox()
    expect(await submissions()).toMatchObject([{ state: 'sent' }])
    expect(backend.tables.payments).toHaveLength(1)
  })

  it('moves memory’s rows to a device that was only slow', async () => {
    const letGo = await slowDatabase()
    const opening = page.store.openStore()
    await pass(3_500)
    expect((await opening).kind).toBe('memory')
    expect(storeState()).toMatchObject({ kind: 'memory', isSlow: true })
    await signIn(ASHA)
    const order = await page.orders.openOrder([])
    const seen: (string | undefined)[] = []
    const stop = page.drafts.watchDrafts().subscribe(([draft]) => seen.push(draft?.id))
    letGo()
    await pass(500)
    expect(storeState()).toMatchObject({ kind: 'device' })
    await page.orders.saveForm(order.id, { reference: '4' })
    await pass(500)
    stop()
    expect(new Set(seen)).toEqual(new Set([order.id]))
    vi.restoreAllMocks()
    await restart()
    expect((await newestDraft())?.form.reference).toBe('4')
  })
})

describe('a database that does not open', () => {
  it('counts as slow for ten seconds', async () => {
    const { Dexie } = await import('dexie')
    vi.spyOn(Dexie.prototype, 'open').mockImplementation(() => new Dexie.Promise(() => undefined) as never)
    void page.store.openStore()
    await pass(9_500)
    expect(storeState()).toMatchObject({ kind: 'memory', isSlow: true })
    await pass(1_000)
    expect(storeState()).toMatchObject({ kind: 'memory', isSlow: false })
  })

  it('no longer counts as slow once the browser has refused it twice', async () => {
    const { Dexie } = await import('dexie')
    const open = vi.spyOn(Dexie.prototype, 'open')
    open.mockImplementationOnce(() => new Dexie.Promise(() => undefined) as never)
    open.mockRejectedValue(new DOMException('denied', 'InvalidStateError'))
    void page.store.openStore()
    await pass(3_500)
    expect(storeState()).toMatchObject({ kind: 'memory', isSlow: true })
    await pass(1_500)
    expect(storeState()).toMatchObject({ kind: 'memory', reason: 'denied', isSlow: false })
  })
})

it('a database deleted under an open page is opened again, and watchers continue', async () => {
  const seen: number[] = []
  const stop = page.watch.watch((store) => store.table('singers').all()).subscribe((rows) => seen.push(rows.length))
  await (await page.store.table('singers')).put({ id: 's1', name: 'Meera' })
  await pass(300)
  await new Promise((resolve) => (indexedDB.deleteDatabase('mehfil').onsuccess = resolve))
  await pass(300)
  await (
    await page.store.table('singers')
  ).putAll([
    { id: 's2', name: 'Asha' },
    { id: 's3', name: 'Bina' },
  ])
  await pass(300)
  stop()
  expect(seen).toContain(1)
  expect(seen.at(-1)).toBe(2)
})

/** Leaves a database as other code has made it, with rows by noun. */
async function leaves(version: number, rows: Record<string, object[]>, more: Record<string, string> = {}) {
  const { nouns, schema } = await import('./schema.ts')
  const { Dexie } = await import('dexie')
  const db = new Dexie('mehfil')
  const own = nouns.map((noun) => [noun, [schema[noun].key, ...schema[noun].indexes].join(',')])
  db.version(version).stores({ ...Object.fromEntries(own), ...more })
  for (const [noun, some] of Object.entries(rows)) await db.table(noun).bulkPut(some)
  db.close()
}

describe('a database of another version', () => {
  it('that no release had is emptied, once, and filled again', async () => {
    await leaves(
      8,
      { events: [{ id: 'e1', when: 1 }], meta: [{ key: 'catalogue', value: 3 }], old: [{ id: '1' }] },
      { old: 'id' },
    )
    const store = await page.store.openStore()
    expect(store.kind).toBe('device')
    for (const noun of ['events', 'meta'] as const) expect(await store.table(noun).keys()).toEqual([])
    await store.table('singers').put({ id: 's1', name: 'Meera' })
    await restart()
    expect(await (await page.store.table('singers')).keys()).toEqual(['s1'])
  })

  it('that a newer page made beside this one is used as it is, and loses nothing', async () => {
    await signIn(ASHA)
    const order = await page.orders.openOrder([])
    const { SCHEMA_VERSION } = await import('./schema.ts')
    await leaves(SCHEMA_VERSION + 1, { more: [{ id: '1' }] }, { more: 'id' })
    await page.orders.saveForm(order.id, { reference: '412356789012' })
    await page.orders.choosePicture(order.id, aPicture())
    expect((await page.orders.submitOrder(order.id)).ok).toBe(true)
    await restart()
    expect(await (await page.store.table('submissions')).keys()).toEqual([order.id])
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toHaveLength(1)
  })
})

describe('the store in memory', () => {
  it('rolls a transaction back as a whole', async () => {
    const store = memoryStore()
    await store.table('singers').put({ id: 's1', name: 'Meera' })
    const broken = store.transact(['singers'], async () => {
      await store.table('singers').put({ id: 's2', name: 'Asha' })
      throw new Error('full')
    })
    await expect(broken).rejects.toThrow('full')
    expect(await store.table('singers').all()).toEqual([{ id: 's1', name: 'Meera' }])
  })

  it('keeps what others wrote meanwhile when a transaction fails, and shows nothing of it', async () => {
    const store = memoryStore()
    const writes = async (name: string): Promise<void> => {
      for (let n = 0; n < 5; n++) await store.table('singers').put({ id: `${name}${n}`, name })
    }
    const seen: string[] = []
    const stop = store.live(
      () => store.table('singers').keys(),
      (keys) => seen.push(...keys),
      () => undefined,
    )
    const broken = store.transact(['singers'], async () => {
      await writes('broken')
      throw new Error('full')
    })
    const [, , failed] = await Promise.allSettled([
      writes('asha'),
      store.transact(['singers'], () => writes('bina')),
      broken,
      writes('chitra'),
    ])
    expect(failed.status).toBe('rejected')
    await writes('dev')
    const kept = ['asha', 'bina', 'chitra', 'dev'].flatMap((name) => [0, 1, 2, 3, 4].map((n) => `${name}${n}`))
    expect((await store.table('singers').keys()).sort()).toEqual(kept)
    await vi.waitFor(() => expect(seen).toContain('dev4'))
    expect(seen.filter((key) => key.startsWith('broken'))).toEqual([])
    stop()
  })

  it('finds, sorts and removes like the device’s store', async () => {
    const store = memoryStore()
    const event = (id: string, date: string) => ({
      ...{ id, singerId: 's', city: '', venue: '', date, previousDate: null, genre: null },
      ...{ status: 'scheduled' as const, ...plainEvent },
    })
    await store.table('events').putAll([event('b', '2026-12-02'), event('a', '2026-12-01'), event('c', '2026-11-01')])
    expect((await store.table('events').atLeast('date', '2026-12-01')).map((row) => row.id)).toEqual(['a', 'b'])
    expect((await store.table('events').getMany(['c', 'x', 'a'])).map((row) => row.id)).toEqual(['c', 'a'])
    expect((await store.table('events').where('date', ['2026-11-01'])).map((row) => row.id)).toEqual(['c'])
    await store.table('events').remove(['a', 'b'])
    expect(await store.table('events').keys()).toEqual(['c'])
  })
})
