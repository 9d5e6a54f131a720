import { beforeEach, expect, it } from 'vitest'
import { ASHA, backend, freshDevice, page, syncWallet } from '../../../tests/support/device/device.ts'
import { paymentOnServer, ticketOnServer } from '../../../tests/support/concerts/sale-rows.ts'

const MANY = 1_500

freshDevice(ASHA)
beforeEach(() => {
  const ids = Array.from({ length: MANY }, (_, n) => String(n).padStart(6, '0'))
  backend.tables.user_tickets = ids.map((id) => ticketOnServer(`t${id}`, ASHA, { payment_id: `p${id}` }))
  backend.tables.payments = ids.map((id) => paymentOnServer(`o${id}`, ASHA, { id: `p${id}`, status: 'approved' }))
})

const sync = async () => {
  backend.calls = []
  expect(await syncWallet(60_000)).toMatchObject({ ok: true })
}
const savedAt = async () =>
  new Map((await (await page.store.table('tickets')).all()).map((row) => [row.id, row.savedAt]))

it('with many unchanged tickets sends one request and writes no row', async () => {
  await sync()
  const before = await savedAt()
  expect(before.size).toBe(MANY)
  await sync()
  expect(backend.calls.map((call) => call.path.split('/').at(-1))).toEqual(['my_wallet'])
  expect(await savedAt()).toEqual(before)
})

it('with many tickets writes only the changed row', async () => {
  await sync()
  const before = await savedAt()
  backend.tables.user_tickets![700]!.revoked_at = '2026-11-20T11:00:00+00:00'
  backend.tables.user_tickets!.splice(900, 1)
  await sync()
  const after = await savedAt()
  expect(after.size).toBe(MANY - 1)
  expect([...after].filter(([id, at]) => before.get(id) !== at).map(([id]) => id)).toEqual(['t000700'])
})

it('reads the tickets of one approval without the others', async () => {
  await sync()
  backend.calls = []
  backend.tables.payments![5]!.transaction_id = '500000000001'
  await sync()
  backend.calls = []
  expect(await page.wallet.confirmTickets('o000005')).toMatchObject({ ok: true, value: [{ id: 't000005' }] })
  const asked = backend.calls.filter((call) => call.path.endsWith('/user_tickets'))
  expect(asked.every((call) => call.query.get('payment_id') === 'eq.p000005')).toBe(true)
})
