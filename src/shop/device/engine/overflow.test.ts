import { afterEach, describe, expect, it, vi } from 'vitest'
import { submissionHere } from '../../../../tests/support/concerts/plain-rows.ts'
import { paymentOnServer, ticketOnServer } from '../../../../tests/support/concerts/sale-rows.ts'
import {
  ASHA,
  backend,
  freshDevice,
  openTab,
  page,
  restart,
  signIn,
  storeState,
  syncWallet,
} from '../../../../tests/support/device/device.ts'
import { fillDevice } from '../../../../tests/support/device/failing-store.ts'
import { loseDatabase } from '../../../../tests/support/device/lost-database.ts'
import { pass, settled, until } from '../../../../tests/support/device/time.ts'

const SYNCED = { ok: true, value: null }
const ORDER = '10000000-0000-4000-8000-000000000001'

let makeRoom = () => {}
freshDevice()
afterEach(() => makeRoom())

const eventRow = {
  ...{ singer_id: 's1', city: 'Mumbai', venue: 'Hall', date: '2026-12-05T14:00:00+00:00', previous_date: null },
  ...{ status: 'scheduled', cancelled_reason: null, genre: 'Folk', paused_at: null, state: null, screen_only: false },
  has_queue: false,
}
const categoryRow = {
  ...{ name: 'Gold', price: '1499.50', total_tickets: 50, tickets_sold: 3, tickets_kept: 2, grid_columns: 8 },
  ...{ is_standing: false, sale_from: null, sale_until: null, phases: [], is_free: false },
}
function addEvent(id: string): void {
  const updated = { updated_at: new Date().toISOString() }
  backend.tables.singers = [{ id: 's1', name: 'Meera', ...updated }]
  backend.tables.events!.push({ id, ...eventRow, ...updated })
  backend.tables.ticket_categories!.push({ id: `${id}-gold`, event_id: id, ...categoryRow, ...updated })
}
const sync = async () => {
  vi.setSystemTime(Date.now() + 10)
  return page.catalogueSync.syncCatalogue()
}
const upcoming = () => page.watch.readOnce(page.catalogue.watchUpcomingEvents())
const names = async () => (await upcoming()).map(({ id }) => id)
const marks = () => page.watch.readOnce(page.syncState.watchSync())
const full = () => {
  const state = storeState()
  return typeof state === 'object' && state.kind === 'device' && state.full
}

describe('a full device', () => {
  it('shows a new visitor what the server answered, and says so', async () => {
    addEvent('e1')
    makeRoom = fillDevice()
    const seen: string[][] = []
    const stop = page.catalogue.watchUpcomingEvents().subscribe((events) => seen.push(events.map(({ id }) => id)))
    expect(full()).toBe(false)
    expect(await sync()).toEqual(SYNCED)
    await until(() => seen.at(-1)?.[0] === 'e1')
    stop()
    expect((await upcoming())[0]?.categories).toHaveLength(1)
    expect((await marks()).lastCatalogueSync).not.toBeNull()
    expect(full()).toBe(true)
  })

  it('shows what changed since, with the rows that it had before', async () => {
    addEvent('e1')
    await sync()
    makeRoom = fillDevice()
    addEvent('e2')
    expect(await sync()).toEqual(SYNCED)
    expect((await names()).sort()).toEqual(['e1', 'e2'])
    addEvent('e3')
    expect(await sync()).toEqual(SYNCED)
    expect((await names()).sort()).toEqual(['e1', 'e2', 'e3'])
  })

  it('begins again from what the device holds when the page is opened anew', async () => {
    addEvent('e1')
    await sync()
    makeRoom = fillDevice()
    addEvent('e2')
    await sync()
    await restart()
    expect(await names()).toEqual(['e1'])
    makeRoom()
    expect(await sync()).toEqual(SYNCED)
    expect((await names()).sort()).toEqual(['e1', 'e2'])
    expect(full()).toBe(false)
  })

  it('goes on after its connection was lost', async () => {
    addEvent('e1')
    makeRoom = fillDevice()
    await sync()
    const opensAgain = await loseDatabase()
    opensAgain()
    await pass(1_000)
    expect(await names()).toEqual(['e1'])
  })

  it('signs in for this page, and shows the tickets that it cannot store', async () => {
    backend.tables.payments = [paymentOnServer(ORDER, ASHA)]
    backend.tables.user_tickets = [ticketOnServer('t1', ASHA, { payment_id: `payment-of-${ORDER}` })]
    makeRoom = fillDevice()
    const people: (string | null)[] = []
    const stop = page.session.watchSession().subscribe(({ session }) => people.push(session?.user.id ?? null))
    await until(() => people.length > 0)
    await signIn(ASHA)
    await until(() => people.at(-1) === ASHA)
    stop()
    expect(await syncWallet()).toEqual({ ok: true, value: { tickets: [] } })
    expect(await page.watch.readOnce(page.wallet.watchMyTickets())).toMatchObject([{ id: 't1' }])
    expect(await page.watch.readOnce(page.wallet.watchMyPayments())).toMatchObject([{ orderId: ORDER }])
    await page.session.leave(false)
    expect(await page.session.owner()).toBeNull()
    expect(await page.watch.readOnce(page.wallet.watchMyTickets())).toEqual([])
  })

  it('syncs everything at once for a person who is signed in, and shows the seats', async () => {
    await signIn(ASHA)
    addEvent('e1')
    backend.tables.user_tickets = [ticketOnServer('t1', ASHA)]
    makeRoom = fillDevice()
    await page.sync.syncNow()
    expect(await marks()).toMatchObject({ failure: null, syncing: false })
    expect(await names()).toEqual(['e1'])
    const answer = { version: 'v1', at: new Date().toISOString(), again: 1, taken: ['A1'] }
    backend.own = ({ path }) =>
      path.endsWith('/seat_availability')
        ? [200, answer]
        : path.endsWith('/my_held_seats')
          ? [200, { at: answer.at, mine: [] }]
          : null
    const { refreshSeats, watchSeats } = await import('#shop/seats/seats.store.ts')
    const seen: unknown[] = []
    const stop = watchSeats('e1-gold').subscribe((seats) => seen.push(seats))
    await until(() => seen.length > 0)
    expect(await refreshSeats('e1-gold')).toEqual({ ok: true, value: 1 })
    await until(() => seen.at(-1) !== null)
    stop()
  })

  it('keeps the payment that the server recorded, although its submission has no room', async () => {
    await signIn(ASHA)
    makeRoom = fillDevice()
    const { storeSent } = await import('#shop/orders/outbox/send-submission.store.ts')
    const { keepSubmissionInPage } = await import('#shop/orders/page-rows.store.ts')
    const { id, transaction_id, created_at } = paymentOnServer(ORDER, ASHA)
    const sent = submissionHere(ORDER, 'sending', { ownerId: ASHA })
    keepSubmissionInPage({ row: sent, onDevice: false, full: true })
    await storeSent(await page.store.openStore(), sent, {
      ...{ id, orderId: ORDER, orderCode: 'MFTEST0000', transactionId: transaction_id, amount: 148 },
      ...{ status: 'pending', createdAt: created_at, reviewedAt: null, reviewNote: null, isTest: false, lines: [] },
    } as never)
    expect(await page.watch.readOnce(page.wallet.watchMyPayments())).toMatchObject([
      { orderId: ORDER, status: 'pending' },
    ])
    const store = await page.store.openStore()
    expect(await store.table('submissions').all()).toEqual([])
  })

  it('keeps what was written beside a change that failed', async () => {
    addEvent('e1')
    makeRoom = fillDevice()
    await sync()
    const store = await page.store.openStore()
    const singers = store.table('singers')
    let at: 'waiting' | 'under way' | 'over' = 'waiting'
    // A loop of its own: what a transaction wakes belongs to it.
    const beside = (async () => {
      while (at === 'waiting') await settled(0)
      expect(at).toBe('under way')
      await singers.put({ id: 's3', name: 'Bina' })
    })()
    const failing = store.transact(['singers', 'gateScans'], async () => {
      await singers.put({ id: 's2', name: 'Asha' })
      at = 'under way'
      for (let n = 0; n < 50; n++) await store.table('gateScans').get('none')
      at = 'over'
      throw new Error('It is not so.')
    })
    await expect(failing).rejects.toThrow('It is not so.')
    await beside
    expect((await singers.keys()).sort()).toEqual(['s1', 's3'])
  })

  it('takes no rows from another page, which has room', async () => {
    addEvent('e1')
    makeRoom = fillDevice()
    await sync()
    makeRoom()
    const other = await openTab()
    await settled(20)
    expect(await other.watch.readOnce(other.catalogue.watchUpcomingEvents())).toEqual([])
    expect(await names()).toEqual(['e1'])
    await other.store.closeStore()
  })
})

it('a change that fails for another reason is not shown', async () => {
  addEvent('e1')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Internal error.', 'DataError')
  })
  expect(await sync()).toMatchObject({ ok: false, failure: { code: 'storage' } })
  put.mockRestore()
  expect(await names()).toEqual([])
  expect(full()).toBe(false)
})
