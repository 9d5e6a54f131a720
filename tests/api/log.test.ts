import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDatabase } from '../support/database/database.ts'
import { TAKES_PAYMENTS } from '../support/sales/takes-payments.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { newCustomer, visitor } from '../support/server/visitor.ts'
import { answer, approve, holds, line, newCategory, payment, png, upload, type Submitted } from './support/cast.ts'

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
  await inDatabase(shop, (sql) =>
    sql.query("insert into public.staff (user_id, role) values ($1, 'admin')", [admin.id]),
  )
  await inDatabase(shop, (sql) => sql.run(TAKES_PAYMENTS))
  const { category, event } = await newCategory(admin)
  const { data: hall } = await admin.client
    .from('events')
    .select('singer_id, city, venue, date')
    .eq('id', event)
    .single()
    .throwOnError()
  const order = await holds(farah, category, 'A1')
  const sale: Record<string, unknown> = {
    ...payment(farah, order, line(category, 'A1')),
    p_transaction_id: reference,
  }
  expect(await upload(farah, String(sale['p_screenshot_path']))).toBeNull()
  await approve(admin, await answer<Submitted>(farah.client, 'submit_payment', sale))
  await visitor(shop)
    .rpc('send_contact_message', {
      p_message: { id: randomUUID(), name, email: farah.email, topic: 'general', message: `My UTR is ${reference}` },
    })
    .throwOnError()
  await admin.client
    .from('events')
    .insert({ id: order, ...hall, published_at: null })
    .throwOnError()
  const { key } = await answer<{ key: string }>(admin.client, 'make_event_preview', { p_event_id: order })
  await answer(visitor(shop), 'preview_event', { p_key: key })
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
    key,
    '8765 4321',
    Buffer.from(png).toString('base64').slice(0, 40),
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
