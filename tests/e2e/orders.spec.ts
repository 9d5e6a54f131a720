import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../support/database.ts'
import { demoPerson } from '../support/visitor.ts'
import { asSaid, newReference, type Payment } from './support/customer.ts'
import { ARRIVAL_MS } from './support/outbox.ts'
import { readyForOffline } from './support/phone.ts'
import { expect, test } from './support/pocket.ts'
import { refundDue } from './support/refunds.ts'

const NOTE = 'We found no credit with this reference. Please look at the 12 digits again.'

const orderIn = (page: Page, group: 'In progress' | 'Done', code: string): Locator =>
  page
    .getByRole('region', { name: group })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Order ${code}` }) })

const codeOnThePage = async (page: Page): Promise<string> =>
  /MF[0-9A-Z]{8}$/.exec(await page.getByText(/ · order code MF/).innerText())?.[0] ?? ''

test('An order is begun, finished, rejected, tried again and approved, and the list of orders says so all the way', async ({
  customer,
  staff,
}) => {
  const { page } = customer
  const choice = await customer.choosesSeats('Ira Deshpande', 1)
  await customer.goesToCheckout()
  const begun = await codeOnThePage(page)
  await customer.typesReference('4123')
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page).toHaveTitle('Orders · Mehfil')
  const unfinished = orderIn(page, 'In progress', begun)
  await expect(unfinished).toContainText('Not finished')
  await expect(unfinished).toContainText(asSaid(choice.seats))
  await unfinished.getByText('Price, reference and screenshot').click()
  await expect(unfinished).toContainText('4123')
  await expect(unfinished).toContainText('Not chosen yet')

  await unfinished.getByRole('link', { name: `Finish order ${begun}` }).click()
  const wrong = await customer.submits(await customer.fillsInPayment())
  await customer.seesItBeingChecked()
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
  const right = await customer.submits(await customer.fillsInPayment())
  await customer.seesItBeingChecked()
  await staff.approves(right)
  await customer.seesTicketsArrive()

  await page.goto('/my-tickets')
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(orderIn(page, 'Done', wrong.orderCode)).toContainText('Rejected')
  const approved = orderIn(page, 'Done', right.orderCode)
  await expect(approved).toContainText('Approved')
  await approved.getByRole('link', { name: `Receipt of order ${right.orderCode}` }).click()
  await expect(page.getByText('Receipt, not a tax invoice')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const receipt = page.getByRole('article')
  for (const text of [right.orderCode, customer.name, asSaid(choice.seats), 'GST 18%', right.amount])
    await expect(receipt).toContainText(text)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'All orders' }).click()
  await approved.getByRole('link', { name: /^Show ticket: Ira Deshpande/ }).click()
  await expect(page.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
})

test('Orders are given up and dismissed in their list, and only their customer sees them', async ({
  customer,
  rival,
  staff,
}) => {
  const { page } = customer
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse concerts' })).toBeVisible()
  await customer.choosesSeats('Ira Deshpande', 1)
  const rejected = await customer.pays()
  await staff.rejects(rejected, NOTE)
  await customer.choosesSeats('Ira Deshpande', 1)
  await customer.goesToCheckout()
  const begun = await codeOnThePage(page)
  await customer.typesReference('4123')

  await page.goto('/orders')
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

test('With no network and no server all orders are listed, also an unsent one', async ({
  phone,
  owner,
  staff,
  shop,
}) => {
  const bought = await owner.choosesSeats('Saltpan Radio', 2)
  const paid = await owner.pays()
  await staff.approves(paid)
  await owner.seesTicketsArrive()
  await owner.choosesSeats('Saltpan Radio', 1)
  await owner.goesToCheckout()
  const filled = await owner.fillsInPayment()
  await owner.page.goto('/orders')
  await expect(orderIn(owner.page, 'Done', paid.orderCode)).toBeVisible()
  await readyForOffline(owner.page)
  await shop.stop()

  await owner.page.reload()
  const approved = orderIn(owner.page, 'Done', paid.orderCode)
  await expect(approved).toContainText(asSaid(bought.seats))
  await approved.getByText('Price, reference and screenshot').click()
  await expect(approved.getByRole('row', { name: /^Total/ })).toContainText(paid.amount)
  await orderIn(owner.page, 'In progress', filled.orderCode)
    .getByRole('link', { name: /^Finish order / })
    .click()
  await owner.page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(owner.page.getByRole('heading', { name: /^Your payment details are saved/ })).toBeVisible()
  await owner.page.goto('/orders')
  const unsent = orderIn(owner.page, 'In progress', filled.orderCode)
  await expect(unsent).toContainText('Not sent yet')
  await unsent.getByText('Price, reference and screenshot').click()
  await expect(unsent).toContainText('On this device')
  await shop.restart()
  await expect(orderIn(owner.page, 'In progress', filled.orderCode)).toContainText('Pending', { timeout: ARRIVAL_MS })
  await phone.close()
})

test('The order of a cancelled concert says why, and what was refunded; only its customer sees the receipt', async ({
  visitor,
  rival,
  shop,
}) => {
  const { email, password, client } = await refundDue(shop, 'Devika Sane')
  const { page } = visitor
  await page.goto('/orders')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/orders$/)
  const order = page.getByRole('region', { name: 'Done' }).getByRole('listitem').first()
  await expect(order).toContainText('Cancelled by the organiser')
  await expect(order).toContainText('Reason: The ground is under water.')
  await expect(order).toContainText('Refund requested')

  const { data } = await client.from('refunds').select('id').single()
  const { client: admin } = await demoPerson(shop, 'admin')
  const refund = {
    p_refund_id: (data as { id: string }).id,
    p_utr: newReference(),
    p_upi_id: 'once.more@examplebank',
  }
  expect((await admin.rpc('mark_refunded', refund)).error).toBeNull()
  await page.reload()
  await expect(order).toContainText(`UTR ${refund.p_utr}`)
  await order.getByRole('link', { name: /^Receipt of order / }).click()
  await expect(page.getByRole('region', { name: 'Refunded' })).toContainText(`UTR ${refund.p_utr}`)
  const receipt = new URL(page.url()).pathname

  await rival.page.goto(receipt)
  await expect(rival.page.getByRole('heading', { name: 'No receipt here' })).toBeVisible()
})

test('Of many orders the newest twenty are drawn, more at a press', async ({ customer, staff, shop }) => {
  const { page } = customer
  await customer.choosesSeats('Saltpan Radio', 1)
  const { orderCode } = await customer.pays()
  await staff.rejects({ orderCode } as Payment, NOTE)
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
