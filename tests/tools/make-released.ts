/**
 * `npm run pack-release` packs a small shop of this version into tests/support/released/, replacing the newest there.
 * Run it at each release, before the next migration; never make a file again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Picture } from '../../server/demo/picture.ts'
import { listMigrations, migrationsFolder } from '../../server/database/migrations.ts'
import { inDatabase } from '../support/database.ts'
import { keepOldestAndNewest, packShop } from '../support/released.ts'
import { DEMO_PASSWORD, startShop } from '../support/shop.ts'
import { newCustomer, visitor, type Customer } from '../support/visitor.ts'

const dataDir = join(mkdtempSync(join(tmpdir(), 'mehfil-release-')), 'data')
const shop = await startShop({ dataDir })

async function pay(customer: Customer, categoryId: string, seats: string[], reference: string) {
  const orderId = randomUUID()
  const lines = [{ ticket_category_id: categoryId, seats }]
  const held = await customer.client.rpc('hold_seats', { p_order_id: orderId, p_lines: lines }).throwOnError()
  const amount = (held.data as { total: number }).total
  const png = new Picture(40, 60, [9, 120, 90]).toPng()
  const path = `${customer.id}/${Date.now()}-${orderId}.png`
  const added = await customer.client.storage
    .from('payments')
    .upload(path, new Uint8Array(png), { contentType: 'image/png' })
  if (added.error) throw added.error
  const sent = await customer.client
    .rpc('submit_payment', {
      p_order_id: orderId,
      p_transaction_id: reference,
      p_amount: amount,
      p_screenshot_path: path,
      p_lines: lines,
      p_screenshot_sha256: createHash('sha256').update(png).digest('hex'),
    })
    .throwOnError()
  return { ...(sent.data as { payment_id: string; order_code: string }), amount }
}

try {
  const customer = await newCustomer(shop, 'Farah Nadkarni')
  const admin = await newCustomer(shop, 'Vikram Shettigar')
  await inDatabase(shop, (sql) =>
    sql.run(`insert into public.staff (user_id, role) values ('${admin.id}', 'admin');
      update auth.users set encrypted_password = extensions.crypt('${DEMO_PASSWORD}', extensions.gen_salt('bf', 4))`),
  )
  const ids = {
    singer: randomUUID(),
    event: randomUUID(),
    category: randomUUID(),
    hall: randomUUID(),
    layout: randomUUID(),
  }
  const rows: [string, Record<string, unknown>][] = [
    ['singers', { id: ids.singer, name: 'Meher Qazi' }],
    ['events', { id: ids.event, singer_id: ids.singer, city: 'Pune', venue: 'Hall', date: '2090-01-06T13:30:00Z' }],
    ['ticket_categories', { id: ids.category, event_id: ids.event, name: 'Gold', price: 1500, total_tickets: 40 }],
    ['ticket_categories', { id: ids.hall, event_id: ids.event, name: 'Hall', price: 900, total_tickets: 2 }],
    [
      'seating_layouts',
      {
        id: ids.layout,
        name: 'Small hall',
        layout_data: {
          stage: 'top',
          sections: [{ code: 'STAL', name: 'Stalls', rows: [{ label: 'A', seats: [1, null, 2] }] }],
        },
      },
    ],
  ]
  for (const [table, row] of rows) await admin.client.from(table).insert(row).throwOnError()
  await admin.client
    .rpc('assign_layout', { p_ticket_category_id: ids.hall, p_seating_layout_id: ids.layout, p_section_ids: ['STAL'] })
    .throwOnError()
  const approved = await pay(customer, ids.category, ['A1', 'A2'], '412345678901')
  await admin.client.rpc('review_payment', { p_payment_id: approved.payment_id, p_decision: 'approved' }).throwOnError()
  const waiting = await pay(customer, ids.category, ['B1'], '412345678902')
  await customer.client
    .rpc('hold_seats', { p_order_id: randomUUID(), p_lines: [{ ticket_category_id: ids.category, seats: ['C1'] }] })
    .throwOnError()
  const { data: ticket } = await customer.client
    .from('user_tickets')
    .select('id, code, key_number, seats')
    .single()
    .throwOnError()
  const scanId = randomUUID()
  const now = new Date().toISOString()
  await admin.client
    .rpc('record_scans', {
      p_scans: [
        {
          id: scanId,
          event_id: ids.event,
          ticket_id: ticket.id,
          verdict: 'ENTER',
          seats: ['A1'],
          gate: 'North',
          device: randomUUID(),
          scanned_at: now,
          sent_at: now,
        },
      ],
    })
    .throwOnError()
  await visitor(shop)
    .rpc('send_contact_message', {
      p_message: { id: randomUUID(), name: 'Asha', email: 'asha@test.example', topic: 'general', message: 'Hello' },
    })
    .throwOnError()
  await inDatabase(shop, (sql) => sql.run('checkpoint'))
  await shop.stop()
  const version = listMigrations(migrationsFolder).at(-1)!.version
  const file = packShop(dataDir, {
    version,
    password: DEMO_PASSWORD,
    customer: { id: customer.id, email: customer.email },
    admin: { email: admin.email },
    eventId: ids.event,
    categoryId: ids.category,
    paymentId: approved.payment_id,
    orderCode: approved.order_code,
    amount: approved.amount,
    ticket: {
      id: ticket.id,
      code: ticket.code,
      keyNumber: ticket.key_number,
      seats: ticket.seats,
    },
    waiting: { paymentId: waiting.payment_id, reference: '412345678902' },
    heldSeat: 'C1',
    scanId,
    layoutId: ids.layout,
  })
  keepOldestAndNewest()
  console.log(`${file}: ${Math.round(statSync(file).size / 1024)} kB`)
} finally {
  await shop.stop()
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
}
