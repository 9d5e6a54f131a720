import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Picture } from '../../server/demo/picture.ts'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { newCustomer, visitor } from '../support/server/visitor.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ template: 'empty', env: { LOG_FORMAT: 'json' } })
})
afterAll(() => shop?.dispose())

test('a sale with every possible failure leaves no name, address, reference or token in the log', async () => {
  const name = 'Farahnaz Log-Testerin'
  const reference = '498765432109'
  const farah = await newCustomer(shop, name)
  const admin = await newCustomer(shop, 'Vikram Log-Admin')
  const before = shop.log().length
  const category = await inDatabase(shop, async (sql) => {
    await sql.query("insert into public.staff (user_id, role) values ($1, 'admin')", [admin.id])
    await sql.run("insert into public.singers (name) values ('Log Singer')")
    await sql.run(`insert into public.events (singer_id, city, venue, date)
      select id, 'Pune', 'Hall', now() + interval '9 days' from public.singers`)
    await sql.run(`insert into public.ticket_categories (event_id, name, price, total_tickets)
      select id, 'Gold', 500, 20 from public.events`)
    const [row] = await sql.query<{ id: string }>('select id from public.ticket_categories')
    return row!.id
  })
  const orderId = randomUUID()
  const lines = [{ ticket_category_id: category, seats: ['A1'] }]
  await farah.client.rpc('hold_seats', { p_order_id: orderId, p_lines: lines }).throwOnError()
  const png = new Picture(20, 20, [9, 9, 9]).toPng()
  const path = `${farah.id}/${Date.now()}-${orderId}.png`
  await farah.client.storage.from('payments').upload(path, new Uint8Array(png), { contentType: 'image/png' })
  const sale = {
    p_order_id: orderId,
    p_transaction_id: reference,
    p_amount: 620,
    p_screenshot_path: path,
    p_lines: lines,
    p_screenshot_sha256: createHash('sha256').update(png).digest('hex'),
  }
  const { data: sent } = await farah.client.rpc('submit_payment', sale).throwOnError()
  const decision = { p_payment_id: (sent as { payment_id: string }).payment_id, p_decision: 'approved' }
  await admin.client.rpc('review_payment', decision).throwOnError()
  await visitor(shop)
    .rpc('send_contact_message', {
      p_message: { id: randomUUID(), name, email: farah.email, topic: 'general', message: `My UTR is ${reference}` },
    })
    .throwOnError()
  await farah.client.rpc('submit_payment', { ...sale, p_order_id: randomUUID() })
  await farah.client.rpc('no_such_function', { p_email: farah.email })
  await farah.client.from('payments').insert({ transaction_id: reference, order_code: name })
  await farah.client.from('profiles').select('*').eq('email', farah.email).eq('id', farah.email)
  await farah.client.from('contact_messages').select('*').filter('name', 'no_such_operator', name)
  await visitor(shop).auth.signInWithPassword({ email: farah.email, password: `wrong ${name}` })
  await fetch(`${shop.url}/rest/v1/payments?transaction_id=eq.${reference}&apikey=${farah.token}`)
  await fetch(`${shop.url}/auth/v1/verify?token_hash=${reference}&type=recovery`)
  await shop.stop()

  const log = shop.log()
  for (const secret of [
    name,
    'Farahnaz',
    farah.email,
    farah.password,
    reference,
    farah.token,
    farah.id,
    '8765 4321',
    png.toString('base64').slice(0, 40),
  ]) {
    expect(log, `the log has: ${secret}`).not.toContain(secret)
  }
  for (const line of log
    .slice(before)
    .split('\n')
    .filter((one) => one !== '')) {
    expect(JSON.parse(line)).toMatchObject({
      at: expect.any(String),
      level: expect.any(String),
      message: expect.any(String),
    })
  }
})
