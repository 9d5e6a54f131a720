import { refundDue } from '../support/sales/refunds.ts'
import { buys, submitsForConcert } from '../support/sales/purchases.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import type { Shop } from '../support/server/shop.ts'
import { expect, ownShop, test as story } from '../support/stories/story.ts'

/** The last admin of a shop cannot leave: of this shop no other story makes another. */
const test = story.extend<object, { shop: Shop }>({ shop: ownShop() })

test('Staff look into a booking, take its ticket back with a reason, and the history says so', async ({
  customer,
  staff,
  shop,
}) => {
  const { categories } = await publishConcert(shop, [gold])
  const payment = await buys(shop, customer, categories.Gold!, ['A1', 'A2'])

  const { page } = staff
  await staff.opensBooking(customer, payment)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(['A1', 'A2'].join(', '))
  await expect(dialog).toContainText('Not scanned so far.')
  await dialog.getByRole('button', { name: 'Revoke ticket' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this ticket?' })
  await question.getByRole('button', { name: 'Revoke ticket' }).click()
  await expect(question).toContainText('Write a reason: the customer reads it.')
  await question.getByLabel('Reason').fill('Sold twice by mistake')
  await question.getByRole('button', { name: 'Revoke ticket' }).click()
  await expect(page.getByText('Ticket revoked')).toBeVisible()
  await expect(dialog).toContainText('Revoked')
  await expect(dialog).toContainText('Sold twice by mistake')
  await expect(dialog.getByRole('button', { name: 'Revoke ticket' })).toHaveCount(0)
  await dialog.getByText('History', { exact: true }).click()
  const ticketChange = dialog.getByRole('listitem').filter({ hasText: /^Ticket .* changed/ })
  await expect(ticketChange.first()).toContainText('Revoked reason: Sold twice by mistake')

  await customer.page.goto('/my-tickets')
  await expect(customer.page.getByText('Sold twice by mistake').first()).toBeVisible()
})

test('A chair is broken: staff give the ticket another seat, and My Tickets shows it', async ({
  customer,
  staff,
  shop,
}) => {
  const { categories } = await publishConcert(shop, [gold])
  const payment = await buys(shop, customer, categories.Gold!, ['A1', 'A2'])
  const { page } = staff
  await staff.opensBooking(customer, payment)
  await page.getByRole('dialog').getByRole('button', { name: 'Change seats' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose other seats' })
  await expect(dialog.getByText('Press the seats to change.')).toBeVisible()
  await dialog.getByRole('group', { name: 'Seats to give up' }).getByRole('button').last().click()
  await dialog.getByRole('button', { name: 'Best available' }).click()
  const becomes = await dialog.getByText(/ becomes .*\.$/).textContent()
  const [, gone, now] = /^(\S+) becomes (\S+)\.$/.exec(becomes!)!
  await dialog.getByRole('button', { name: 'Give these seats' }).click()
  await expect(dialog.getByText('Write a reason: the history keeps it.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The chair is broken')
  await dialog.getByRole('button', { name: 'Give these seats' }).click()
  const question = page.getByRole('dialog', { name: `Give ${now} in place of ${gone}?` })
  await expect(question).toContainText('Until then the gate says CHECK and names both.')
  await question.getByRole('button', { name: 'Give them' }).click()
  await expect(page.getByText('Seats changed')).toBeVisible()
  const booking = page.getByRole('dialog')
  await expect(booking).toContainText(now!)
  await booking.getByText('History', { exact: true }).click()
  await expect(booking.getByRole('listitem').filter({ hasText: 'given other seats' })).toContainText(
    'The chair is broken',
  )

  await customer.page.goto('/my-tickets')
  await expect(customer.page.getByText(now!).first()).toBeVisible()
})

test('A person becomes gate staff of a concert; the last admin stays one', async ({ customer, staff, shop }) => {
  const [one, two] = [await publishConcert(shop, []), await publishConcert(shop, [])]
  const { page } = staff
  const dialog = await staff.opensUser(customer)
  await expect(dialog.getByText('no one has proved that this address is theirs')).toHaveCount(0)
  await dialog.getByLabel('Role').selectOption('gate')
  // A shop without mail confirms no address.
  await expect(dialog.getByText('no one has proved that this address is theirs')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('Role changed')).toBeVisible()
  const gate = dialog.getByRole('group', { name: 'Works at the gate of' })
  for (const { singer } of [one, two]) {
    await gate.getByLabel('Find a concert').fill(singer)
    await expect(gate.getByRole('checkbox', { checked: false })).toHaveCount(1)
    await gate.getByRole('checkbox', { name: singer }).check()
  }
  await expect(gate.getByRole('checkbox', { name: one.singer })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save gate assignment' }).click()
  await expect(page.getByText('Gate assignment changed')).toBeVisible()
  await page.reload()
  await expect(gate.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(gate.getByRole('checkbox', { name: one.singer })).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Save gate assignment' })).toBeDisabled()

  await page.goto('/admin/users?q=admin@demo.mehfil.example')
  await page.getByRole('button', { name: /^View .*admin@demo/ }).click()
  await dialog.getByLabel('Role').selectOption('none')
  await expect(dialog).toContainText('This is your own account.')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This is the last admin, and the shop needs one.')
})

test('A refund is marked with the reference of the transfer, and the customer sees it', async ({
  staff,
  visitor,
  shop,
}) => {
  const buyer = await refundDue(shop, 'Ketaki Phadnis')
  const { page } = staff
  await page.goto('/admin/bookings')
  await page.getByRole('link', { name: 'Refunds' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Asked for' }).filter({ hasText: 'Ketaki Phadnis' })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Refund .+, ₹/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Copy the UPI id' })).toBeVisible()
  await staff.marksAsRefunded('123')
  await expect(dialog).toContainText('Enter the reference that your bank shows for the transfer.')
  await staff.marksAsRefunded('5123 4567 8901')
  await expect(page.getByText('Marked as refunded')).toBeVisible()
  await page.getByRole('button', { name: 'Refunded', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: '512345678901' })).toContainText('Refunded')
  await page
    .getByRole('link', { name: /^Booking of order / })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('Refunded')

  await visitor.signsInAs(buyer)
  await visitor.page.goto('/my-tickets')
  const ticket = visitor.page.getByRole('main').getByRole('listitem').filter({ hasText: '512345678901' })
  await expect(ticket).toHaveCount(1)
  // The shop's own reason is translated; staff's notes stay as written.
  await expect(ticket).toContainText('Reason: Refunded')
  await visitor.page.getByRole('contentinfo').getByRole('combobox').selectOption({ label: 'हिन्दी' })
  await expect(ticket).toContainText('वजह: रिफ़ंड हो गया')
})

test('Staff reject all payments of a customer at one press, and close the account until it is opened again', async ({
  customer,
  staff,
  shop,
}) => {
  const { path } = await submitsForConcert(shop, customer)
  await customer.page.goto(path)
  const { page } = staff
  const dialog = (await staff.opensUser(customer)).first()
  await dialog.getByRole('button', { name: 'Reject 1 undecided payment' }).click()
  const question = page.getByRole('dialog', { name: 'Reject 1 undecided payment?' })
  await question.getByLabel('Note to the customer').fill('No such credit')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('1 rejected')).toBeVisible()
  await expect(customer.page.getByText('No such credit').first()).toBeVisible()

  await expect(dialog.getByRole('button', { name: 'No undecided payments' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await page.getByRole('dialog', { name: 'Close this account?' }).getByRole('button', { name: 'Close account' }).click()
  await expect(dialog.getByText(/^Closed .* It cannot sign in\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Open account again' }).click()
  await expect(dialog.getByRole('button', { name: 'Close account' })).toBeVisible()
  await dialog.getByText('History', { exact: true }).click()
  await expect(dialog.getByText(`Account of ${customer.name} opened again`)).toBeVisible()
  await expect(dialog.getByText(`Account of ${customer.name} closed`)).toBeVisible()
})
