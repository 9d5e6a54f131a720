import { beforeEach, expect, it } from 'vitest'
import { ASHA, backend, freshDevice, page } from '../../../tests/support/device/device.ts'
import { noTaxes, paymentOnServer, ticketOnServer } from '../../../tests/support/concerts/sale-rows.ts'

const HALL = {
  id: 'hall',
  name: 'Hall',
  layout_data: { stage: 'top', sections: [{ code: 'FRNT', name: 'Front stalls', rows: [] }] },
}

freshDevice(ASHA)
beforeEach(async () => {
  backend.tables.user_tickets = [
    ticketOnServer('t1', ASHA, { seats: ['FRNT-A9', 'FRNT-A10'] }),
    ticketOnServer('t2', ASHA, { ticket_category_id: 'c2', seats: ['FRNT-A1'] }),
  ]
  const line = { ...noTaxes, line: 1, event_name: 'Meera', category_name: 'Gold', quantity: 1, total_amount: 148 }
  backend.tables.payments = [
    paymentOnServer('o1', ASHA, {
      payment_lines: [
        { ...line, unit_price: 100, ticket_category_id: 'c1', seats: ['FRNT-A9'] },
        { ...line, unit_price: 100, ticket_category_id: null, seats: ['FRNT-A1'] },
      ],
    }),
  ]
  expect(await page.walletSync.syncWallet()).toMatchObject({ ok: true })
})

const tickets = async () =>
  (await page.watch.readOnce(page.wallet.watchMyTickets())).map(({ id, sections }) => [id, sections])
const lines = async () =>
  (await page.watch.readOnce(page.wallet.watchMyPayments())).flatMap((payment) => payment.lines.map((l) => l.sections))

it('reads section names of tickets and payments from the device, even after the event', async () => {
  backend.tables.seating_layouts = [HALL]
  // The event is over: the catalogue no longer has it.
  backend.tables.ticket_category_layouts = [
    { ticket_category_id: 'c1', seating_layout_id: 'hall', section_ids: ['FRNT'] },
  ]
  expect(await page.catalogueSync.syncCatalogue()).toMatchObject({ ok: true })
  backend.calls = []
  expect(await tickets()).toEqual([
    ['t1', { FRNT: 'Front stalls' }],
    ['t2', undefined],
  ])
  expect(await lines()).toEqual([{ FRNT: 'Front stalls' }, undefined])
  expect(backend.calls).toEqual([])
})

it('has no section names without the layout', async () => {
  expect(await tickets()).toEqual([
    ['t1', undefined],
    ['t2', undefined],
  ])
  expect(await lines()).toEqual([undefined, undefined])
})

it('marks payment lines of a cancelled event with the reason', async () => {
  const event = { id: 'e1', singer_id: 's1', city: 'Mumbai', venue: 'Hall', date: '2026-12-05T14:00:00+00:00' }
  backend.tables.events = [
    {
      ...event,
      previous_date: null,
      status: 'cancelled',
      cancelled_reason: 'The hall is flooded.',
      screen_only: false,
      has_queue: false,
    },
  ]
  const category = { id: 'c1', event_id: 'e1', name: 'Gold', price: 100, total_tickets: 9, tickets_sold: 0 }
  backend.tables.ticket_categories = [
    { ...category, tickets_kept: 0, grid_columns: 3, is_standing: false, phases: [], is_free: false },
  ]
  expect(await page.catalogueSync.syncCatalogue()).toMatchObject({ ok: true })
  const [payment] = await page.watch.readOnce(page.wallet.watchMyPayments())
  expect(payment?.lines.map((line) => line.cancelled)).toEqual([{ reason: 'The hall is flooded.' }, undefined])
})
