import { inDatabase } from '../support/database/database.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

const HELD = 45

test('Of many tickets the first twenty are drawn, more at a press, by keyboard, too', async ({ customer, shop }) => {
  const { categories } = await publishConcert(shop, [hall])
  const payment = await buys(shop, customer, categories.Hall!, ['D1'])
  await inDatabase(shop, (sql) =>
    sql.run(`
      begin;
      set local session_replication_role = replica;
      insert into public.user_tickets
        select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'payment_line_id', gen_random_uuid(), 'code', lpad(n::text, 9, '0')))).*
        from public.user_tickets t join public.payments p on p.id = t.payment_id, generate_series(2, ${HELD}) as n
        where p.order_code = '${payment.orderCode}';
      commit;`),
  )
  const { page } = customer
  await page.goto('/my-tickets')
  const list = page.getByRole('region', { name: 'Upcoming' })
  await expect(list.getByRole('status')).toHaveText(`20 of ${HELD} tickets shown`)
  await expect(list.getByRole('listitem')).toHaveCount(20)
  await list.getByRole('button', { name: 'Show 20 more' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(40)
  await expect(list.getByRole('listitem').nth(20).locator(':focus')).toHaveCount(1)
  await list.getByRole('button', { name: 'Show 5 more' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(HELD)
  await expect(list.getByRole('button', { name: /^Show \d+ more$/ })).toHaveCount(0)
})
