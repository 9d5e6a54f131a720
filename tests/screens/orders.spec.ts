import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { asSaid, newReference } from '../support/people/customer.ts'
import { ARRIVAL_MS } from '../support/sales/outbox.ts'
import { buys, isRejected } from '../support/sales/purchases.ts'
import { paidBack, refundDue } from '../support/sales/refunds.ts'
import { expect, test } from '../support/stories/story.ts'

const NOTE = 'We found no credit with this reference. Please look at the 12 digits again.'

const orderIn = (page: Page, group: 'In progress' | 'Done', code: string): Locator =>
  page
    .getByRole('region', { name: group })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Order ${code}` }) })

async function opensOrders(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
}

test('An order is begun, finished, rejected, tried again and approved, and the list of orders says so all the way', async ({
  customer,
  staff,
  shop,
}) => {
  const { page } = customer
  const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await customer.goesToCheckout()
  const { code: begun } = await customer.whatToPay()
  await customer.typesReference('4123')
  await opensOrders(page)
  await expect(page).toHaveTitle('Orders · Mehfil')
  const unfinished = orderIn(page, 'In progress', begun)
  await expect(unfinished).toContainText('Not finished')
  await expect(unfinished).toContainText(asSaid(choice.seats))
  await unfinished.getByText('Price, reference and screenshot').click()
  await expect(unfinished).toContainText('4123')
  await expect(unfinished).toContainText('Not chosen yet')

  await unfinished.getByRole('link', { name: `Finish order ${begun}` }).click()
  const wrong = await customer.sendsPayment()
  await page.goto('/orders')
  const sent = orderIn(page, 'In progress', wrong.orderCode)
  await expect(sent).toContainText('Pending')
  await expect(sent).toContainText(wrong.amount)
  await sent.getByText('Price, reference and screenshot').click()
  await expect(sent.getByRole('row', { name: /^GST 18%/ })).toBeVisible()
  await expect(sent.getByRole('row', { name: /^Total/ })).toContainText(wrong.amount)
  await expect(sent).toContainText(wrong.reference.replace(/(\d{4})(?=\d)/g, '$1 '))
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible()

  await staff.rejects(wrong, NOTE)
  await page.reload()
  const rejected = orderIn(page, 'In progress', wrong.orderCode)
  await expect(rejected).toContainText('Rejected')
  await expect(rejected).toContainText(NOTE)
  await rejected.getByRole('button', { name: /^Try Again/ }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(customer.order()).toContainText(asSaid(choice.seats))
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeHidden()
  const right = await customer.sendsPayment()
  await staff.approves(right)
  await customer.seesTicketsArrive()

  await page.goto('/my-tickets')
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(orderIn(page, 'Done', wrong.orderCode)).toContainText('Rejected')
  const approved = orderIn(page, 'Done', right.orderCode)
  await expect(approved).toContainText('Approved')
  await approved.getByRole('link', { name: `Receipt of order ${right.orderCode}` }).click()
  await expect(page.getByText('Receipt, not a tax invoice')).toBeVisible()
  const receipt = page.getByRole('article')
  for (const text of [right.orderCode, customer.name, asSaid(choice.seats), 'GST 18%', right.amount])
    await expect(receipt).toContainText(text)
  await page.getByRole('link', { name: 'All orders' }).click()
  await approved.getByRole('link', { name: new RegExp(`^Show ticket: ${choice.singer}`) }).click()
  await expect(page.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
})

test('Orders are given up and dismissed in their list, and only their customer sees them', async ({
  customer,
  rival,
  shop,
}) => {
  const { page } = customer
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse concerts' })).toBeVisible()
  const concert = await publishConcert(shop, [hall])
  const rejected = await isRejected(shop, customer, concert.categories.Hall!, ['D1'], NOTE)
  await customer.takesSeats(concert, 1)
  await customer.goesToCheckout()
  const { code: begun } = await customer.whatToPay()
  await customer.typesReference('4123')

  await opensOrders(page)
  await orderIn(page, 'In progress', rejected.orderCode)
    .getByRole('button', { name: `Dismiss the payment of order ${rejected.orderCode}` })
    .click()
  await expect(orderIn(page, 'Done', rejected.orderCode)).toContainText('Rejected')
  await page.getByRole('button', { name: `Discard order ${begun}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: `Order ${begun}` })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'In progress' })).toHaveCount(0)

  await rival.page.goto('/orders')
  await expect(rival.page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await expect(rival.page.getByText(rejected.orderCode)).toHaveCount(0)
})

test('With no network all orders are listed, also an unsent one', async ({ customer, shop }) => {
  const { page, context } = customer
  const concert = await publishConcert(shop, [hall])
  const seats = ['D1', 'D2']
  const paid = await buys(shop, customer, concert.categories.Hall!, seats)
  await customer.takesSeats(concert, 1)
  await customer.goesToCheckout()
  const filled = await customer.fillsInPayment()
  await page.goto('/orders')
  await expect(orderIn(page, 'Done', paid.orderCode)).toBeVisible()
  await context.setOffline(true)

  await page.reload()
  const approved = orderIn(page, 'Done', paid.orderCode)
  await expect(approved).toContainText(seats.join(', '))
  await approved.getByText('Price, reference and screenshot').click()
  await expect(approved.getByRole('row', { name: /^Total/ })).toContainText(paid.amount)
  const unsent = orderIn(page, 'In progress', filled.orderCode)
  await unsent.getByRole('link', { name: /^Finish order / }).click()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(page.getByRole('heading', { name: /^Your payment details are saved/ })).toBeVisible()
  await page.goto('/orders')
  await expect(unsent).toContainText('Not sent yet')
  await unsent.getByText('Price, reference and screenshot').click()
  await expect(unsent).toContainText('On this device')
  await context.setOffline(false)
  await expect(unsent).toContainText('Pending', { timeout: ARRIVAL_MS })
})

test('The order of a cancelled concert says why, and what was refunded; only its customer sees the receipt', async ({
  visitor,
  rival,
  shop,
}) => {
  const buyer = await refundDue(shop, 'Devika Sane')
  const { page } = visitor
  await page.goto('/orders')
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password').fill(buyer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/orders$/)
  const order = page.getByRole('region', { name: 'Done' }).getByRole('listitem').first()
  await expect(order).toContainText('Cancelled by the organiser')
  await expect(order).toContainText('Reason: The ground is under water.')
  await expect(order).toContainText('Refund requested')

  const utr = newReference()
  await paidBack({ admin: (await demoPerson(shop, 'admin')).client, buyer }, utr)
  await page.reload()
  await expect(order).toContainText(`UTR ${utr}`)
  await order.getByRole('link', { name: /^Receipt of order / }).click()
  await expect(page.getByRole('region', { name: 'Refunded' })).toContainText(`UTR ${utr}`)
  await expect(page.getByText('Receipt, not a tax invoice')).toBeVisible()
  await page.waitForURL((url) => url.pathname !== '/orders')
  const receipt = new URL(page.url()).pathname

  await rival.page.goto(receipt)
  await expect(rival.page.getByRole('heading', { name: 'No receipt here' })).toBeVisible()
})

test('Of many orders the newest twenty are drawn, more at a press', async ({ customer, shop }) => {
  const { page } = customer
  const { categories } = await publishConcert(shop, [hall])
  const { orderCode } = await isRejected(shop, customer, categories.Hall!, ['D1'], NOTE)
  await inDatabase(shop, (sql) =>
    sql.run(`
      begin;
      set local session_replication_role = replica;
      with made as (
        insert into public.payments (id, user_id, order_id, order_code, transaction_id, amount, screenshot_url,
            screenshot_sha256, status, reviewed_by, reviewed_at, review_note, created_at)
          select gen_random_uuid(), p.user_id, gen_random_uuid(), 'MF' || lpad(n::text, 8, '0'), p.transaction_id, p.amount,
            p.screenshot_url, p.screenshot_sha256, p.status, p.reviewed_by, p.reviewed_at, p.review_note,
            p.created_at - make_interval(days => n)
          from public.payments p, generate_series(2, 45) as n where p.order_code = '${orderCode}'
          returning id)
      insert into public.payment_lines
        select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'payment_id', made.id))).*
        from made, public.payment_lines l join public.payments p on p.id = l.payment_id
        where p.order_code = '${orderCode}';
      commit;`),
  )
  await page.goto('/orders')
  const list = page.getByRole('region', { name: 'In progress' })
  await expect(list.getByRole('status')).toHaveText('20 of 45 orders shown')
  const codes = list.getByRole('heading', { level: 3 })
  await expect(codes).toHaveCount(20)
  await expect(codes.nth(0)).toHaveText(`Order ${orderCode}`)
  await expect(codes.nth(1)).toHaveText('Order MF00000002')
  await list.getByRole('button', { name: 'Show 20 more' }).press('Enter')
  await expect(codes).toHaveCount(40)
  await list.getByRole('button', { name: 'Show 5 more' }).click()
  await expect(codes).toHaveCount(45)
})
