import { afterEach, describe, expect, it, vi } from 'vitest'
import { orderedLine } from '../../../tests/support/concerts/plain-rows.ts'
import { ASHA, BINA, backend, freshDevice, page, restart, signIn } from '../../../tests/support/device/device.ts'
import { aPicture, newestDraft, submissions, submits } from '../../../tests/support/device/orders.ts'
import { pass, settled } from '../../../tests/support/device/time.ts'
import { ticketOnServer } from '../../../tests/support/concerts/sale-rows.ts'
import type { SyncState } from './sync-state.store.ts'
import type { MyTicket } from '#shop/device/schema.ts'

const line = orderedLine()

let stop = () => {}

freshDevice()
afterEach(async () => {
  stop()
  // A pending retry would hold its lock into the next test.
  backend.faults = []
  await pass(5_000)
})

const state = (): Promise<SyncState> => page.watch.readOnce(page.syncState.watchSync())
const starts = async (ms = 2_000) => {
  stop = page.sync.startSync()
  await settled()
  await pass(ms)
}

describe('an open page', () => {
  it('syncs at the start and then at its pace, not at every call of startSync', async () => {
    stop = page.sync.startSync()
    await settled()
    expect(page.sync.startSync()).toBe(stop)
    await pass(2_000)
    expect(backend.count('/rpc/read_catalogue')).toBeGreaterThan(0)
    expect(await state()).toMatchObject({ reachable: true, syncing: false, failure: null })
    backend.calls = []
    await pass(60_000)
    expect(backend.count('/rpc/read_catalogue')).toBe(0)
    await pass(6 * 60_000)
    expect(backend.count('/rpc/read_catalogue')).toBeGreaterThan(0)
  })

  it('reports an outage, backs off, and sends at once when the server is back', async () => {
    await signIn(ASHA)
    backend.fail('lost-before', '/', 1_000_000)
    await submits()
    await starts()
    expect(await state()).toMatchObject({ reachable: false, failure: { code: 'unreachable' } })
    await pass(600_000)
    backend.calls = []
    await pass(300_000)
    const rounds = backend.count('/rpc/my_wallet')
    expect(rounds).toBeGreaterThanOrEqual(4)
    expect(rounds).toBeLessThanOrEqual(12)
    backend.faults = []
    await pass(62_000)
    expect(await state()).toMatchObject({ reachable: true, failure: null })
    expect(await submissions()).toMatchObject([{ state: 'sent' }])
    expect(backend.tables.payments).toHaveLength(1)
  })

  it('sends waiting submissions when the shop is opened, regardless of an earlier page’s timer', async () => {
    await signIn(ASHA)
    backend.fail('lost-before', '/storage/', 1_000)
    await submits()
    await page.outbox.drainOutbox()
    await pass(70_000)
    backend.faults = []
    await restart()
    await starts(1_000)
    expect(await submissions()).toMatchObject([{ state: 'sent' }])
  })

  it('fills a database that was deleted under it, and reports it', async () => {
    backend.tables.singers = [{ id: 's1', name: 'Meera', updated_at: new Date().toISOString() }]
    await starts()
    const names = page.watch.watch(async (store) => (await store.table('singers').all()).map((row) => row.name))
    expect(await page.watch.readOnce(names)).toEqual(['Meera'])
    await new Promise((resolve) => (indexedDB.deleteDatabase('mehfil').onsuccess = resolve))
    await pass(3_000)
    expect(await page.watch.readOnce(names)).toEqual(['Meera'])
    expect(await page.watch.readOnce(page.store.watchStoreState())).toMatchObject({ kind: 'device', emptied: true })
  })

  it('receives tickets within 15 seconds while a payment waits', async () => {
    await signIn(ASHA)
    const arrived: MyTicket[] = []
    const stopListening = page.sync.onTicketsArrived((tickets) => arrived.push(...tickets))
    await starts()
    await submits()
    await page.outbox.drainOutbox()
    await pass(61_000)
    backend.tables.user_tickets = [ticketOnServer('t1', ASHA)]
    await pass(17_000)
    expect(arrived.map((ticket) => ticket.id)).toEqual(['t1'])
    stopListening()
  })
})

describe('the next person on a device', () => {
  it('finds nothing of the previous one, whose unsent payment stays and is sent later', async () => {
    await signIn(ASHA)
    backend.fail('lost-before', '/storage/', 1_000)
    const id = await submits()
    await starts()
    await signIn(BINA)
    await settled()
    await pass(2_000)
    const left = await page.watch.readOnce(
      page.watch.watch(async (store) => ({
        orders: (await store.table('orders').all()).length,
        people: (await store.table('people').all()).map((row) => row.ownerId),
        submissions: (await store.table('submissions').all()).map((row) => row.orderId),
      })),
    )
    expect(left).toEqual({ orders: 0, people: [BINA], submissions: [id] })
    expect(await submissions()).toEqual([])
    backend.faults = []
    await signIn(ASHA)
    await settled()
    await pass(5_000)
    expect(backend.tables.payments).toMatchObject([{ order_id: id, user_id: ASHA }])
  })

  it('finds everything when it is the same one, after a session that the server ended', async () => {
    await signIn(ASHA, -10)
    await page.orders.openOrder([line])
    backend.refreshTokens.clear()
    await starts(3_000)
    expect(await newestDraft()).toBeNull()
    await signIn(ASHA)
    await pass(1_000)
    expect((await newestDraft())?.lines).toEqual([line])
  })
})

describe('an order that went to payment without a report', () => {
  const begins = async () => {
    await signIn(ASHA)
    const order = await page.orders.openOrder([line])
    await page.orders.choosePicture(order.id, aPicture())
    await page.orders.saveForm(order.id, { reference: '412356789012' })
    return order.id
  }

  it('counts as unsent at sign-out, stays hidden from others, and is there for its owner', async () => {
    const id = await begins()
    await page.orders.openOrder([{ ...line, seats: ['B7'] }], true)
    expect(await page.session.unsentOf(ASHA)).toBe(1)
    await page.session.leave(true)
    await signIn(BINA)
    await page.session.eraseOthers(BINA)
    expect(await newestDraft()).toBeNull()
    await page.session.leave(false)
    await signIn(ASHA)
    await page.session.eraseOthers(ASHA)
    expect(await newestDraft()).toMatchObject({ id, form: { reference: '412356789012' } })
    expect((await (await page.store.table('pictures')).get(id))?.bytes).toBeDefined()
  })

  it('is removed for the next person after an ended session, unless its owner chose to keep it', async () => {
    await begins()
    await signIn(BINA)
    await page.session.eraseOthers(BINA)
    expect(await (await page.store.table('orders')).all()).toEqual([])
  })

  it('is removed when its owner discards it, and when it is too old to be reported', async () => {
    await begins()
    await page.session.leave(false)
    expect(await (await page.store.table('orders')).all()).toEqual([])
    await begins()
    await page.session.leave(true)
    vi.setSystemTime(Date.now() + 46 * 86_400_000)
    await page.session.eraseOthers(BINA)
    expect(await (await page.store.table('orders')).all()).toEqual([])
    expect(await (await page.store.table('pictures')).all()).toEqual([])
  })
})
