import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ASHA, freshDevice, openTab, page, storeState } from '../../../../tests/support/device/device.ts'
import { newestDraft } from '../../../../tests/support/device/orders.ts'
import { pass, settled, until } from '../../../../tests/support/device/time.ts'
import {
  loseConnection,
  loseDatabase,
  refuseDatabase,
  slowDatabase,
} from '../../../../tests/support/device/lost-database.ts'
import { pageLife } from '../../../../tests/support/device/page-life.ts'

let life: ReturnType<typeof pageLife>

beforeEach(() => void (life = pageLife()))
freshDevice(ASHA)

const kindNow = (): string => {
  const state = storeState()
  return typeof state === 'object' ? state.kind : state
}

/** Another page’s transaction that never ends, as the browser keeps it for Back. */
async function suspendedTransaction(): Promise<() => void> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('mehfil')
    request.onsuccess = () => resolve(request.result)
  })
  let over = false
  const transaction = db.transaction([...db.objectStoreNames], 'readwrite')
  const again = (): void => {
    if (over) return
    transaction.objectStore('meta').get('none').onsuccess = again
  }
  again()
  return () => {
    over = true
    db.close()
  }
}

async function watchesSessions() {
  const sessions: (string | null)[] = []
  const { watchSession } = await import('#shop/people/current-user.store.ts')
  const stop = watchSession().subscribe(({ session }) => sessions.push(session?.user.id ?? null))
  return { sessions, stop }
}

describe('a lost connection', () => {
  it('is opened again, with failures for ten seconds, and keeps the session', async () => {
    const { sessions, stop } = await watchesSessions()
    await until(() => sessions.length > 0)
    const opensAgain = await loseDatabase()
    const order = page.orders.openOrder([])
    await pass(8_000)
    expect(kindNow()).toBe('device')
    opensAgain()
    await pass(4_000)
    expect(await order).toMatchObject({ ownerId: ASHA })
    expect(new Set(sessions)).toEqual(new Set([ASHA]))
    stop()
  })

  it('counts as lost after ten seconds, keeps session and rows on screen, and comes back', async () => {
    const { sessions, stop } = await watchesSessions()
    const tickets: number[] = []
    const stops = [stop, page.wallet.watchMyTickets().subscribe((rows) => tickets.push(rows.length))]
    await (await page.store.table('tickets')).put({ id: 't1', ownerId: ASHA, eventId: 'e1', createdAt: '1' } as never)
    await until(() => tickets.includes(1))
    const opensAgain = await loseDatabase()
    await pass(11_000)
    expect(storeState()).toMatchObject({ kind: 'memory', awaited: 'lost' })
    await expect(page.orders.openOrder([])).rejects.toThrow('cannot be read')
    expect(new Set(sessions)).toEqual(new Set([ASHA]))
    expect(tickets.at(-1)).toBe(1)
    opensAgain()
    await pass(4_000)
    await until(() => kindNow() === 'device')
    expect(await page.orders.openOrder([])).toMatchObject({ ownerId: ASHA })
    expect(tickets.at(-1)).toBe(1)
    for (const stop of stops) stop()
  })

  it('fails requests to the server with a storage failure instead of waiting without end', async () => {
    const order = await page.orders.openOrder([])
    const [seats, refunds] = [
      await import('#shop/seats/seats.store.ts'),
      await import('#shop/refunds/refunds.store.ts'),
    ]
    const opensAgain = await loseDatabase()
    await pass(11_000)
    const asked = {
      hold: page.orders.holdOrder(order.id),
      extend: page.orders.extendHold(order.id),
      payment: page.wallet.checkPayment(order.id),
      tickets: page.wallet.confirmTickets(order.id),
      seats: seats.refreshSeats('c1'),
      refund: refunds.requestRefund('t1'),
    }
    for (const [what, answer] of Object.entries(asked))
      expect(await answer, what).toMatchObject({ ok: false, failure: { code: 'storage' } })
    opensAgain()
    await pass(4_000)
  })

  it('repeats a transaction from its beginning, so that nothing is half done', async () => {
    const store = await page.store.openStore()
    const { Dexie } = await import('dexie')
    let runs = 0
    await store.transact(['meta'], async () => {
      runs += 1
      const before = (await store.table('meta').get('count'))?.value as number | undefined
      await store.table('meta').put({ key: 'count', value: (before ?? 0) + 1 })
      if (runs === 1) loseConnection(Dexie)
      await store.table('meta').put({ key: 'after', value: 1 })
    })
    expect(runs).toBe(2)
    expect((await store.table('meta').get('count'))?.value).toBe(1)
  })
})

it('a database that does not answer is dropped after a few seconds, replaced by memory, and used again later', async () => {
  const goesOn = await suspendedTransaction()
  const read = page.store.table('meta').then((meta) => meta.get('anything'))
  const seen = read.then(
    () => 'read',
    (error: Error) => error.name,
  )
  await pass(25_000)
  expect(await seen).toBe('StoreTimeoutError')
  expect(storeState()).toMatchObject({ kind: 'memory', awaited: 'lost' })
  goesOn()
  await pass(8_000)
  await until(() => kindNow() === 'device')
  expect(await page.orders.openOrder([])).toMatchObject({ ownerId: ASHA })
})

describe('a page in the back-forward cache', () => {
  it('holds no transaction and no lock, and continues on return', async () => {
    const order = await page.orders.openOrder([])
    const store = await page.store.openStore()
    let runs = 0
    let seen!: () => void
    const began = new Promise<void>((resolve) => (seen = resolve))
    const writing = store.transact(['meta'], async () => {
      runs += 1
      for (let n = 0; n < 2_000; n += 1) {
        await store.table('meta').put({ key: `n${n}`, value: n })
        if (n === 3) seen()
      }
    })
    await began
    life.leave()
    const other = await openTab()
    await other.orders.saveForm(order.id, { reference: '4123' })
    expect(await (await other.store.table('meta')).get('n3')).toBeUndefined()
    await other.store.closeStore()
    life.comeBack()
    await writing
    expect(runs).toBe(2)
    expect((await newestDraft())?.form.reference).toBe('4123')
  })

  it('repeats a read that never got an answer', async () => {
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockReturnValueOnce(new EventTarget() as IDBRequest)
    const seen: number[] = []
    const stop = page.watch.watch((store) => store.table('singers').all()).subscribe((rows) => seen.push(rows.length))
    await until(() => read.mock.calls.length > 0)
    life.leave()
    life.comeBack()
    await until(() => seen.length > 0)
    stop()
  })

  it('works when it runs on without a return event', async () => {
    life.leave()
    const order = page.orders.openOrder([])
    await pass(4_000)
    expect(await order).toMatchObject({ ownerId: ASHA })
  })
})

it('rows in memory when the device opens at last do not bring back a concert that was deleted on the server', async () => {
  const event = { id: 'e1', date: '2026-12-01T13:30:00Z', categoryLayouts: [] } as never
  await (await page.store.table('events')).put(event)
  await page.store.closeStore()
  const letGo = await slowDatabase()
  const opening = page.store.openStore()
  await pass(3_500)
  const memory = await opening
  expect(memory.kind).toBe('memory')
  await memory.table('events').put({ id: 'ghost', date: '2026-12-02T13:30:00Z' } as never)
  await memory.table('meta').put({ key: 'catalogue', value: { at: Date.now() } })
  letGo()
  await pass(500)
  await until(() => kindNow() === 'device')
  expect(await (await page.store.table('events')).keys()).toEqual(['e1'])
  expect(await (await page.store.table('meta')).get('catalogue')).toBeUndefined()
  await settled()
})

it('the worker, which cannot use memory, waits for a slow database, and rejects without one, so that the browser wakes it again', async () => {
  const { openDeviceStore } = await import('./device-store.ts')
  await page.store.closeStore()
  const opensAgain = await refuseDatabase()
  const late = openDeviceStore()
  await pass(5_000)
  opensAgain()
  await pass(5_000)
  expect((await late).kind).toBe('device')
  await page.store.closeStore()
  const opens = await refuseDatabase()
  const never = openDeviceStore().catch((error: Error) => error.name)
  await pass(20_000)
  expect(await never).toBe('StoreTimeoutError')
  opens()
})
