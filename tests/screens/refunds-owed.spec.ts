import type { Page } from '@playwright/test'
import { boughtTicket, owedAtDoor, owedForTwo, paidBack, paymentSent, refundOwed } from '../support/sales/refunds.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { isRejected } from '../support/sales/purchases.ts'
import { opensConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

/** Drops the only refund of the list. */
async function dropsTheRefund(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Write off: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Write it off' }).click()
  await expect(page.getByText('Refund written off')).toBeVisible()
}

test('Tickets of a cancelled concert are owed: the customer gives a UPI id, and staff pay it once', async ({
  staff,
  visitor,
  shop,
}) => {
  const name = 'Ishita Barve'
  const { buyer } = await refundOwed(shop, name)
  await staff.page.goto(`/admin/bookings/refunds?q=${encodeURIComponent(name)}`)
  const row = staff.page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Owed')
  await expect(row).toContainText('No UPI id yet')

  await visitor.signsInAs(buyer)
  await visitor.page.goto('/my-tickets')
  const listed = visitor.page.getByRole('region', { name: 'Cancelled' }).getByRole('listitem')
  await expect(listed).toContainText('Refund owed')
  await listed.getByRole('link').click()
  const ticket = visitor.page.getByRole('main')
  await expect(ticket).toContainText(/We owe you ₹[\d,.]+\. Request it and enter your UPI id\./)
  await visitor.requestsRefund(ticket, 'ishita@okaxis')
  await expect(ticket).toContainText('to ishita@okaxis, requested on')

  await staff.page.reload()
  await row.getByRole('button', { name: /^Refund / }).click()
  const pay = staff.page.getByRole('dialog')
  await expect(pay).toContainText('Event cancelled')
  await expect(pay).toContainText('ishita@okaxis')
  await ticket.getByRole('button', { name: 'Change UPI id' }).click()
  const change = visitor.page.getByRole('dialog', { name: 'Change UPI id' })
  await expect(change.getByLabel('UPI id for refunds')).toHaveValue('ishita@okaxis')
  await change.getByLabel('UPI id for refunds').fill('ishita@other')
  await change.getByRole('button', { name: 'Save UPI id' }).click()
  await expect(ticket.getByText('to ishita@other')).toBeVisible()
  await staff.marksAsRefunded('5123 4567 8811')
  await expect(pay.getByRole('alert')).toContainText('The customer changed the UPI id to ishita@other.')
  await staff.page.reload()
  await row.getByRole('button', { name: /^Refund / }).click()
  await staff.marksAsRefunded('5123 4567 8811')
  await expect(staff.page.getByText('Marked as refunded')).toBeVisible()
  await staff.page.getByRole('button', { name: 'Refunded', exact: true }).click()
  const paid = staff.page.getByRole('row').filter({ hasText: '512345678811' })
  await expect(paid).toContainText('Refunded')
  await paid.getByRole('link', { name: /^Booking of order / }).click()
  await expect(staff.page.getByRole('dialog')).toContainText('Refunded')
  await visitor.page.reload()
  await expect(ticket).toContainText('512345678811')
  await expect(ticket).toContainText('Reason: Refunded')
})

test('A concert’s page leads to what it owes and paid back, and to nothing of other concerts', async ({
  staff,
  shop,
}) => {
  const names = ['Damini Kulkarni', 'Damini Sathe'] as const
  for (const name of names) await refundOwed(shop, name)
  const { page } = staff
  await page.goto(`/admin/bookings/refunds?q=Damini`)
  const rows = page.getByRole('table', { name: 'Refunds' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Damini' })).toHaveCount(2)
  const bought = await rows.filter({ hasText: names[0] }).getByRole('cell').nth(1).innerText()
  const singer = /^(.*?) - /.exec(bought)![1]!
  await page.goto(`/admin/events?q=${encodeURIComponent(singer)}`)
  await opensConcert(page, singer)
  await page.getByRole('list', { name: 'What to do next' }).getByRole('link', { name: 'Refunds' }).click()
  await expect(rows.filter({ hasText: 'Damini' })).toHaveText([new RegExp(names[0])])
  await expect(page.getByRole('group', { name: 'Event' })).toContainText(singer)
  await page.getByRole('button', { name: 'Refunded', exact: true }).click()
  await expect(rows.filter({ hasText: 'Damini' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(page).toHaveURL(/refunds\?status=refunded$/)
})

test('What an order is owed for two tickets is one row, and one transfer pays it', async ({ staff, shop }) => {
  const names = ['Ojasvi Thatte', 'Nikhil Thatte']
  for (const name of names) await owedForTwo(shop, name)
  await staff.page.goto('/admin/bookings/refunds?q=Thatte')
  const rows = staff.page.getByRole('row').filter({ hasText: 'Thatte' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Gold: A1.*Floor: A1|Floor: A1.*Gold: A1/)
  await expect(rows.first()).toContainText('Event cancelled')

  await rows
    .first()
    .getByRole('button', { name: /^Refund / })
    .click()
  const pay = staff.page.getByRole('dialog')
  await expect(pay).toContainText('revokes the tickets and frees their seats')
  await pay.getByLabel('UPI id').fill('thatte@okaxis')
  await staff.marksAsRefunded('5123 4567 8866')
  await expect(rows).toHaveCount(1)
  await staff.page.getByRole('button', { name: 'Refunded', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('512345678866')

  await staff.page.goto('/admin/bookings/refunds?q=Thatte')
  await rows.getByRole('button', { name: /^Write off: / }).click()
  const drop = staff.page.getByRole('dialog')
  await drop.getByRole('checkbox', { name: /Gold: A1/ }).uncheck()
  await drop.getByRole('button', { name: 'Write it off' }).click()
  await expect(staff.page.getByText('Refund written off')).toBeVisible()
  await expect(rows).toContainText('Gold: A1')
  await expect(rows).not.toContainText('Floor: A1')
})

test('Tickets sold at the door go back the way they were paid: cash without a reference, UPI with one', async ({
  staff,
  shop,
}) => {
  const { page } = staff
  const { singer, orderCodes } = await owedAtDoor(shop, 'cash', 'card', 'upi')
  const [cash, card, upi] = orderCodes.map((code) => page.getByRole('row').filter({ hasText: code }))
  await page.goto(`/admin/bookings/refunds?q=${encodeURIComponent(singer)}`)
  const dialog = page.getByRole('dialog')

  await expect(cash!).toContainText('Buyer at the door')
  await expect(cash!).toContainText('Sold at the door: give it back in cash')
  await cash!.getByRole('button', { name: /^Refund Buyer at the door/ }).click()
  await expect(dialog.getByLabel('How it goes back')).toHaveValue('cash')
  await expect(dialog).toContainText(orderCodes[0]!)
  await expect(dialog.getByLabel('UTR of the transfer')).toHaveCount(0)
  await staff.marksAsRefunded()
  await expect(dialog.getByRole('alert')).toContainText('You have no open till.')
  await dialog.getByLabel('Taken from').fill('the office safe')
  await staff.marksAsRefunded()
  await expect(dialog).toHaveCount(0)
  await expect(cash!).toHaveCount(0)

  await card!.getByRole('button', { name: /^Refund / }).click()
  await expect(dialog.getByLabel('How it goes back')).toHaveValue('card')
  await staff.marksAsRefunded()
  await expect(card!).toHaveCount(0)

  await upi!.getByRole('button', { name: /^Refund / }).click()
  await expect(dialog.getByLabel('UPI id')).toHaveValue('')
  await staff.marksAsRefunded()
  await expect(dialog).toContainText('Enter the reference that your bank shows for the transfer.')
  await staff.marksAsRefunded('no?number')
  await expect(dialog.getByRole('alert')).toContainText('The reference cannot be read.')
  await expect(dialog.getByLabel('UTR of the transfer')).toHaveValue('no?number')
  await staff.marksAsRefunded('512345678844')
  await expect(upi!).toHaveCount(0)

  await page.goto(`/admin/bookings/refunds?status=refunded&q=${encodeURIComponent(singer)}`)
  await expect(cash!).toContainText('Given back in cash, out of the office safe, ')
  await expect(upi!).toContainText(/512345678844, /)
})

test('A customer without a UPI id is paid to the one they say, to an account, or as was agreed, and reads how', async ({
  staff,
  visitor,
  shop,
}) => {
  const { page } = staff
  const dialog = page.getByRole('dialog')
  const pays = async (name: string, way: string, fields: Record<string, string>, utr?: string) => {
    const { buyer } = await refundOwed(shop, name)
    await page.goto(`/admin/bookings/refunds?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Refund ${name}` }).click()
    await dialog.getByLabel('How it goes back').selectOption(way)
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value)
    await staff.marksAsRefunded(utr)
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Refunded', exact: true }).click()
    return buyer
  }
  await pays('Gargi Sohoni', 'UPI', { 'UPI id': 'gargi@okaxis' }, '512345678855')
  await expect(page.getByRole('row').filter({ hasText: 'Gargi Sohoni' })).toContainText('gargi@okaxis')
  await pays(
    'Hemant Raut',
    'Bank account',
    { 'Account number': '50100123456789', IFSC: 'hdfc0001234' },
    'N331260012345',
  )
  await expect(page.getByRole('row').filter({ hasText: 'Hemant Raut' })).toContainText('to HDFC0001234 ••6789')
  const buyer = await pays('Indrani Pal', 'Settled otherwise', { 'How it was settled': 'Two seats in Mumbai' })
  await visitor.signsInAs(buyer)
  await visitor.page.goto('/my-tickets')
  await visitor.page.getByRole('region', { name: 'Cancelled' }).getByRole('link').click()
  await expect(visitor.page.getByText(/was settled on .*: Two seats in Mumbai/)).toBeVisible()
})

test('Refunding a ticket that was let in needs a confirmation', async ({ staff, shop }) => {
  const name = 'Jaideep Oak'
  const { buyer } = await refundOwed(shop, name, { letIn: true })
  await buyer.client.rpc('save_profile', { p_profile: { refund_upi_id: 'jaideep@okaxis' } })
  const { page } = staff
  await page.goto(`/admin/bookings/refunds?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('The seat was let in:')
  await row.getByRole('button', { name: /^Refund / }).click()
  const dialog = page.getByRole('dialog')
  await staff.marksAsRefunded('512345678822')
  await expect(dialog).toContainText('Tick this, or leave it unpaid.')
  await dialog.getByLabel('Pay it back anyway').check()
  await staff.marksAsRefunded()
  await expect(page.getByText('Marked as refunded')).toBeVisible()
})

test('Staff start the refund of a rejected payment, its customer reads it, and staff write it off again', async ({
  staff,
  customer,
  shop,
}) => {
  const { categories } = await publishConcert(shop, [gold])
  const payment = await isRejected(shop, customer, categories.Gold!, ['A1'], 'The picture shows another payment.')
  const { page } = staff
  await staff.looksAtPayment(payment)
  await page.getByRole('button', { name: 'Start a refund' }).click()
  const start = page.getByRole('dialog', { name: 'Start a refund?' })
  await start.getByRole('button', { name: 'Start refund' }).click()
  await expect(start).toContainText('Write a reason: the customer reads it.')
  await start.getByLabel('Reason').fill('It did come in, for a concert that is full.')
  await start.getByLabel('Amount in rupees').fill('999999')
  await start.getByRole('button', { name: 'Start refund' }).click()
  await expect(start.getByRole('alert')).toContainText('can go back: no more came in.')
  await start.getByLabel('Amount in rupees').fill('')
  await start.getByRole('button', { name: 'Start refund' }).click()
  await expect(page.getByText(/^₹[\d,.]+ is owed now$/)).toBeVisible()

  await customer.page.goto('/my-tickets')
  const owed = customer.page.getByRole('region', { name: 'Refund owed' })
  await expect(owed).toContainText('Reason: It did come in, for a concert that is full.')
  await customer.requestsRefund(owed, 'asha@okaxis')
  await expect(owed).toContainText('to asha@okaxis, requested on')
  await customer.page.goto('/orders')
  await expect(customer.page.getByRole('listitem').filter({ hasText: payment.orderCode }).first()).toContainText(
    'asha@okaxis',
  )

  await page.goto(`/admin/bookings/refunds?q=${payment.orderCode}`)
  await expect(page.getByRole('row').filter({ hasText: payment.orderCode })).toContainText('Payment rejected')
  await dropsTheRefund(page)
  await customer.page.goto('/my-tickets')
  await expect(customer.page.getByText('asha@okaxis')).toHaveCount(0)
})

test('A valid ticket keeps its money: staff refund the excess, or the ticket itself', async ({ staff, shop }) => {
  const { page } = staff
  const { buyer, orderCode } = await boughtTicket(shop, 'Charulata Bhide', { over: 250 })
  const start = page.getByRole('dialog', { name: 'Start a refund?' })
  const startFromPayment = async () => {
    await staff.looksAtPayment({ orderCode })
    await page.getByRole('button', { name: 'Start a refund' }).click()
  }
  await startFromPayment()
  await expect(start).toContainText('₹250.00 is left besides its valid tickets.')
  await expect(start).toContainText('Leave it empty to pay back all that is left: ₹250.00.')
  await expect(start).toContainText(
    'No imported statement has this payment: the amount is only what the customer says.',
  )
  await start.getByLabel('Reason').fill('You sent ₹250 more than the tickets cost.')
  await start.getByLabel('Amount in rupees').fill('250.01')
  await start.getByRole('button', { name: 'Start refund' }).click()
  await expect(start.getByRole('alert')).toContainText(/^At most ₹250.00 can go back: ₹[\d,.]+ bought tickets/)
  await start.getByLabel('Amount in rupees').fill('')
  await start.getByRole('button', { name: 'Start refund' }).click()
  await expect(page.getByText('₹250.00 is owed now')).toBeVisible()

  await startFromPayment()
  await expect(start).toContainText('₹250.00 is owed already: see Refunds.')
  await page.goto(`/admin/bookings/refunds?q=${orderCode}`)
  await dropsTheRefund(page)

  await startFromPayment()
  await start.getByRole('link', { name: /, Floor: A1$/ }).click()
  await expect(page.getByRole('button', { name: 'Revoke ticket' })).toBeVisible()
  await page.getByRole('button', { name: 'Start a refund' }).click()
  await expect(start).toContainText('From now on the ticket no longer opens the gate.')
  await start.getByLabel('Reason').fill('The seat cannot be used.')
  await start.getByRole('button', { name: 'Start refund' }).click()
  await expect(page.getByText(/^₹[\d,.]+ is owed now$/)).toBeVisible()
  const { data } = await buyer.client.from('refunds').select('ticket_id')
  expect(data).toEqual([{ ticket_id: expect.any(String) }])
})

test('A payment that paid for valid tickets offers the way to them instead of its money', async ({ staff, shop }) => {
  const { page } = staff
  await staff.looksAtPayment(await boughtTicket(shop, 'Damayanti Kelkar'))
  await page.getByRole('button', { name: 'Start a refund' }).click()
  const start = page.getByRole('dialog', { name: 'Start a refund?' })
  await expect(start).toContainText('All its money bought valid tickets: nothing was paid too much.')
  await expect(start.getByRole('button', { name: 'Start refund' })).toHaveCount(0)
  await start.getByRole('link', { name: /, Floor: A1$/ }).click()
  await expect(page.getByRole('button', { name: 'Revoke ticket' })).toBeVisible()
})

test('The reference of a refund is no payment', async ({ staff, shop }) => {
  await paidBack(shop, (await refundOwed(shop, 'Eknath Dandekar')).buyer, '512345678833')
  const dialog = await staff.looksAtPayment(await paymentSent(shop, 'Falguni Ghatge', { reference: '512345678833' }))
  await expect(dialog).toContainText('Reference of your own refund. You sent ₹')
  await expect(dialog).toContainText('Eknath Dandekar')
  await expect(dialog.getByRole('button', { name: /^Approve / })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: /^Reject/ })).toBeEnabled()
})
