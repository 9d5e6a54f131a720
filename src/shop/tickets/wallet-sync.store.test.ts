import { describe, expect, it, vi } from 'vitest'
import { plainEvent } from '../../../tests/support/concerts/plain-rows.ts'
import {
  ASHA,
  BINA,
  backend,
  freshDevice,
  page,
  restart,
  signIn,
  syncWallet,
} from '../../../tests/support/device/device.ts'
import { noTaxes, paymentOnServer, ticketOnServer } from '../../../tests/support/concerts/sale-rows.ts'

freshDevice(ASHA)

const ticket = (id: string, userId = ASHA, more: Record<string, unknown> = {}) =>
  ticketOnServer(id, userId, { total_amount: '1799.41', created_at: '2026-11-19T10:00:00+00:00', ...more })
const catalogueHas = async (id: string, more: object) => {
  const row = { singerId: 's1', city: 'Pune', venue: 'Hall', date: '2026-12-09T14:00:00.000Z', previousDate: null }
  const plain = { ...plainEvent, ...row, status: 'scheduled', genre: null } as const
  await (await page.store.table('events')).put({ ...plain, id, ...more })
}
const tickets = () => page.watch.readOnce(page.wallet.watchMyTickets())

describe('own tickets', () => {
  it('are read from the device with everything a QR needs, after the session has expired', async () => {
    backend.tables.user_tickets = [ticket('t1')]
    backend.role = 'gate'
    expect(await syncWallet()).toEqual({ ok: true, value: { tickets: [] } })
    await restart()
    vi.setSystemTime(Date.now() + 48 * 3_600_000)
    backend.calls = []
    expect(await tickets()).toMatchObject([
      {
        id: 't1',
        eventId: 'e1',
        userId: ASHA,
        seats: ['A1'],
        passes: [{ number: 1, seat: 'A1', issue: 0, keyNumber: 1, signature: 'ab'.repeat(64) }],
        totalAmount: 179941,
        eventName: 'Meera - Mumbai',
      },
    ])
    expect(backend.calls).toEqual([])
    expect((await (await page.store.table('people')).get(ASHA))?.roles).toEqual([{ role: 'gate', endsAt: null }])
  })

  it('are news when they arrive after the first sync', async () => {
    await syncWallet()
    backend.tables.user_tickets = [ticket('t1')]
    expect(await syncWallet()).toMatchObject({ ok: true, value: { tickets: [{ id: 't1' }] } })
    expect(await syncWallet()).toMatchObject({ ok: true, value: { tickets: [] } })
  })

  it('show a revocation, and are deleted when the server no longer has them', async () => {
    backend.tables.user_tickets = [ticket('t1'), ticket('t2')]
    await syncWallet()
    backend.tables.user_tickets = [
      ticket('t1', ASHA, { payment_status: 'failed', revoked_at: '2026-11-20T10:00:00Z', revoked_reason: 'Refunded' }),
    ]
    await syncWallet()
    expect(await tickets()).toMatchObject([{ id: 't1', paymentStatus: 'failed', revokedReason: 'Refunded' }])
  })

  it('show a move as soon as the catalogue has it', async () => {
    backend.tables.user_tickets = [ticket('t1')]
    await syncWallet()
    const moved = { venue: 'New hall', date: '2026-12-09T14:00:00.000Z', previousDate: '2026-12-05T14:00:00.000Z' }
    await catalogueHas('e1', moved)
    expect(await tickets()).toMatchObject([{ ...moved, eventName: 'Meera - Pune' }])
  })

  it('have the code of their order, but never of another customer’s', async () => {
    backend.tables.user_tickets = [ticket('t1'), ticket('t2', ASHA, { payment_id: 'p2' })]
    backend.tables.payments = [paymentOnServer('o1', ASHA, { id: 'p1', order_code: 'MFK99477P3', status: 'approved' })]
    await syncWallet()
    const payments = await page.store.table('payments')
    await payments.put({ ...(await payments.get('p1'))!, id: 'p2', ownerId: BINA })
    backend.tables.payments = []
    const codes = (await tickets()).map(({ id, orderCode }) => [id, orderCode])
    expect(codes).toEqual([
      ['t1', 'MFK99477P3'],
      ['t2', undefined],
    ])
    const one = await page.watch.readOnce(page.wallet.watchTicket('t1'))
    expect(one?.orderCode).toBe('MFK99477P3')
    expect(await (await page.store.table('tickets')).get('t1')).not.toHaveProperty('orderCode')
  })

  it('have the reason of a cancellation, from the wallet or the catalogue', async () => {
    const { events, ...category } = ticket('t1').ticket_categories
    const cancelled = { ...events, status: 'cancelled', cancelled_reason: 'The hall is flooded.' }
    backend.tables.user_tickets = [
      ticket('t1', ASHA, { ticket_categories: { ...category, events: cancelled } }),
      ticket('t2', ASHA, { event_id: 'e2', created_at: '2026-11-18T10:00:00+00:00' }),
    ]
    await syncWallet()
    // The catalogue is behind the wallet.
    await catalogueHas('e1', { status: 'cancelled' })
    await catalogueHas('e2', { status: 'cancelled', cancelledReason: 'The singer is ill.' })
    expect(await tickets()).toMatchObject([
      { eventStatus: 'cancelled', cancelledReason: 'The hall is flooded.' },
      { eventStatus: 'cancelled', cancelledReason: 'The singer is ill.' },
    ])
  })

  it('are hidden from the next person, and deleted at their start', async () => {
    backend.tables.user_tickets = [ticket('t1')]
    await syncWallet()
    await signIn(BINA)
    expect(await tickets()).toEqual([])
    expect(await page.watch.readOnce(page.wallet.watchTicket('t1'))).toBeNull()
    await page.session.eraseOthers(BINA)
    expect(await page.watch.readOnce(page.watch.watch((store) => store.table('tickets').all()))).toEqual([])
  })

  it('are not deleted by an answer to another person’s session', async () => {
    backend.tables.user_tickets = [ticket('t1')]
    await syncWallet()
    const answer = backend.hold('/my_wallet')
    const synced = syncWallet()
    await answer.arrived
    await signIn(BINA)
    answer.release()
    await synced
    expect(await page.watch.readOnce(page.watch.watch((store) => store.table('tickets').all()))).toHaveLength(1)
  })
})

const about = { line: 1, event_name: 'Meera - Mumbai', category_name: 'Gold', seats: ['A1', 'A2'], quantity: 2 }
const line = { ...about, ...noTaxes }
const kept = async () => (await page.watch.readOnce(page.wallet.watchMyPayments()))[0]?.lines[0]

it('own payments have the price of a seat, and are read again by a page that keeps more of them', async () => {
  const lines = [{ ...line, unit_price: '1499.50', total_amount: '3598.82' }]
  backend.tables.payments = [paymentOnServer('o1', ASHA, { payment_lines: lines })]
  await syncWallet()
  expect(await kept()).toMatchObject({ unitPrice: 149_950, totalAmount: 359_882 })

  const store = await page.store.openStore()
  const [row] = await store.table('payments').all()
  await store.table('payments').put({ ...row!, lines: [{ ...row!.lines[0]!, unitPrice: 0 }] })
  const mark = (await store.table('meta').get(`wallet:${ASHA}`))!
  const value = mark.value as { digest: string }
  await store.table('meta').put({ ...mark, value: { ...value, digest: value.digest.replace(/^\d+/, '0') } })
  await syncWallet()
  expect(await kept()).toMatchObject({ unitPrice: 149_950 })
})

const language = async () => (await (await page.store.openStore()).table('profiles').get(ASHA))?.language

it('the own profile keeps a change saved during a sync; the next sync reads the server’s again', async () => {
  backend.tables.profiles = [{ id: ASHA, name: 'Asha', language: 'hi', region: 'india', notify_email: true }]
  await syncWallet()
  expect(await language()).toBe('hi')
  const profiles = (await page.store.openStore()).table('profiles')
  const before = (await profiles.get(ASHA))!
  await profiles.put({ ...before, language: 'mr', savedAt: Date.now() + 1_500 })
  await page.walletDigest.forgetWalletDigest(await page.store.openStore(), ASHA)
  await syncWallet()
  expect(await language()).toBe('mr')
  await syncWallet()
  expect(await language()).toBe('hi')
})
