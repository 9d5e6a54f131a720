import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runServerFile } from '../support/server/run-server-file.ts'
import { DEMO_PASSWORD, startShop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, visitor, type Customer } from '../support/server/visitor.ts'

const scratch = mkdtempSync(join(tmpdir(), 'mehfil-demo-remove-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function holdSomeSeat(customer: Customer, categoryId: string): Promise<string> {
  for (let n = 0; n < 80; n += 1) {
    const orderId = randomUUID()
    const seat = 'ABCDEFGH'[Math.floor(n / 7)]! + String((n % 7) + 1)
    const lines = [{ ticket_category_id: categoryId, seats: [seat] }]
    const { error } = await customer.client.rpc('hold_seats', { p_order_id: orderId, p_lines: lines })
    if (!error) return orderId
    expect(error.message).toBe('seats_taken')
  }
  throw new Error('No seat was free.')
}

async function freeSeat({ client }: Customer, categoryId: string): Promise<string> {
  const { data } = await client.rpc('taken_seats', { p_ticket_category_id: categoryId }).throwOnError()
  const labels = Array.from({ length: 56 }, (_, n) => 'ABCDEFGH'[Math.floor(n / 7)]! + String((n % 7) + 1))
  return labels.find((label) => !data.taken.includes(label))!
}

test('npm run demo -- --remove removes the demo and nothing else', async () => {
  const dataDir = join(scratch, 'data')
  const shop = await startShop({ dataDir, template: 'demo' })
  const demo = (...wishes: string[]) =>
    runServerFile('server/commands/demo.ts', { DATA_DIR: dataDir, DEMO_PASSWORD }, wishes)
  try {
    const admin = await demoPerson(shop, 'admin')
    const own = { id: randomUUID(), singer: randomUUID(), category: randomUUID() }
    await admin.client.from('singers').insert({ id: own.singer, name: 'Own Singer' }).throwOnError()
    const date = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const event = { id: own.id, singer_id: own.singer, city: 'Pune', venue: 'Own Hall', date }
    await admin.client.from('events').insert(event).throwOnError()
    const category = {
      id: own.category,
      event_id: own.id,
      name: 'Gold',
      price: 100,
      total_tickets: 50,
      tickets_sold: 3,
    }
    await admin.client.from('ticket_categories').insert(category).throwOnError()
    // A real customer holds a seat of a demo event, which must stay.
    const farah = await newCustomer(shop, 'Farah')
    const { data: theirs } = await visitor(shop)
      .from('ticket_categories')
      .select('id, events!inner(date, status)')
      .gt('events.date', date)
      .eq('events.status', 'scheduled')
      .not('grid_columns', 'is', null)
      .gt('total_tickets', 100)
      .limit(1)
      .throwOnError()
    // Staff of the demo give a ticket of a demo event, which goes with it.
    const guest = { id: randomUUID(), name: 'Guest', seats: [await freeSeat(admin, theirs[0]!.id)] }
    const given = { p_ticket_category_id: theirs[0]!.id, p_guests: [guest] }
    await admin.client.rpc('add_guests', given).throwOnError()
    await admin.client.rpc('open_till', { p_id: randomUUID(), p_name: 'Gate', p_cash: 0 }).throwOnError()
    const { data: owed } = await admin.client
      .rpc('get_refunds')
      .eq('status', 'requested')
      .not('transfer', 'is', null)
      .not('upi_id', 'is', null)
      .limit(1)
      .throwOnError()
    const [refund] = owed as { refund_id: string; transfer: number; upi_id: string }[]
    const line = { refund_id: refund!.refund_id, amount: refund!.transfer, upi_id: refund!.upi_id, way: 'upi' }
    const file = { p_id: randomUUID(), p_format: 'plain', p_rows: [line] }
    await admin.client.rpc('make_payout', file).throwOnError()
    const order = await holdSomeSeat(farah, theirs[0]!.id)
    await shop.stop()
    const refused = await demo('--remove')
    expect(refused.code, refused.out).toBe(1)
    expect(refused.err).toContain('nothing was removed')
    await shop.restart()
    await farah.client.rpc('release_seats', { p_order_id: order }).throwOnError()
    const buyer = await demoPerson(shop, 'customer')
    await holdSomeSeat(buyer, own.category)
    await shop.stop()

    const removed = await demo('--remove')
    expect(removed.code, removed.err).toBe(0)
    expect(removed.out).toContain('admin@demo.mehfil.example stays')
    await shop.restart({ DEMO: '' })
    expect(shop.accounts.map((account) => account.role)).toEqual(['admin'])
    const anyone = visitor(shop)
    expect((await anyone.from('events').select('id')).data).toEqual([{ id: own.id }])
    expect((await anyone.from('ticket_categories').select('id, tickets_sold')).data).toEqual([
      { id: own.category, tickets_sold: 3 },
    ])
    expect((await anyone.from('singers').select('name')).data).toEqual([{ name: 'Own Singer' }])
    expect((await anyone.from('seating_layouts').select('id')).data).toEqual([])
    const { count: forgotten } = await anyone.from('deleted_rows').select('id', { count: 'exact', head: true })
    expect(forgotten).toBeGreaterThan(100)
    const staff = (await demoPerson(shop, 'admin')).client
    expect((await staff.rpc('get_payment_details').select('payment_id')).data).toEqual([])
    expect((await staff.rpc('get_all_profiles').select('email').order('email')).data).toEqual([
      { email: 'admin@demo.mehfil.example' },
      { email: farah.email },
    ])
    for (const table of ['tills', 'guest_tickets', 'discount_codes', 'payouts'])
      expect((await staff.from(table).select('*')).data).toEqual([])
    expect((await staff.from('profiles').select('is_guest').eq('is_guest', true)).data).toEqual([])
    await shop.stop()

    expect((await demo('--everything')).err).toContain('-- --large')
    // With an own admin the last demo account goes, and the demo may be added again.
    await shop.restart({ ADMIN_EMAIL: 'owner@test.example', DEMO: '' })
    await shop.stop()
    expect((await demo('--remove')).out).not.toContain('stays')
    const again = await demo()
    expect(again.code, again.err).toBe(0)
    expect(again.out).toContain(`gate  gate@demo.mehfil.example  ${DEMO_PASSWORD}`)
  } finally {
    await shop.dispose()
  }
})
