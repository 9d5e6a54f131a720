import { dayKey } from '../../src/platform/time/ist.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { buys, submitsForConcert } from '../support/sales/purchases.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { findsConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

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
  await customer.page.getByRole('region', { name: 'Cancelled' }).getByRole('link').click()
  await expect(customer.page.getByRole('alert')).toContainText('Sold twice by mistake')
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
  await dialog.getByRole('checkbox', { name: /^Gate:/ }).check()
  await dialog.getByRole('checkbox', { name: /^Payments:/ }).check()
  // A shop without mail confirms no address.
  await expect(dialog.getByText('no one has proved that this address is theirs')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change roles' }).click()
  await expect(page.getByText('Roles changed')).toBeVisible()
  const gate = dialog.getByRole('group', { name: 'Works at the gate of' })
  const search = page.getByRole('dialog', { name: 'Works at the gate of' })
  await gate.getByRole('button', { name: 'Add concerts' }).click()
  for (const { singer } of [one, two]) {
    const found = await findsConcert(page, singer)
    await found.click()
    await expect(found).toHaveAttribute('aria-selected', 'true')
  }
  await search.getByRole('button', { name: 'Done, 2 concerts' }).click()
  const chosen = gate.getByRole('button', { name: 'Remove' })
  await expect(chosen).toHaveText([new RegExp(one.singer), new RegExp(two.singer)])
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (const closes of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
  ]) {
    await closes()
    await expect(question).toContainText('The assignment that you changed is not saved yet.')
    await question.getByRole('button', { name: 'Stay here' }).click()
  }
  await dialog.getByRole('button', { name: 'Save gate assignment' }).click()
  await expect(page.getByText('Gate assignment changed')).toBeVisible()
  await page.reload()
  await expect(chosen).toHaveCount(2)
  await expect(gate).toContainText(one.singer)
  await expect(dialog.getByRole('button', { name: 'Save gate assignment' })).toBeDisabled()

  await page.goto('/admin/users?q=admin@demo.mehfil.example')
  await page.getByRole('button', { name: /^View .*admin@demo/ }).click()
  await dialog.getByRole('checkbox', { name: /^Admin:/ }).uncheck()
  await expect(dialog).toContainText('This is your own account.')
  await dialog.getByRole('button', { name: 'Change roles' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This is the last admin, and the shop needs one.')
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

const DAY_MS = 24 * 60 * 60 * 1000

test('An admin invites gate staff by link for one concert until tomorrow; a new person registers and lands at the gate', async ({
  staff,
  visitor,
  rival,
  shop,
}) => {
  const { singer } = await publishConcert(shop, [])
  const { page } = staff
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await expect(dialog).toContainText('Write for whom it is.')
  await dialog.getByLabel('For').fill('Sunita of the volunteers')
  await dialog.getByLabel('Last day').fill(dayKey(Date.now() + DAY_MS))
  await dialog.getByRole('button', { name: 'Add concerts' }).click()
  await (await findsConcert(page, singer)).click()
  await page.getByRole('button', { name: 'Done, 1 concert' }).click()
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const made = page.getByRole('dialog', { name: 'Invitation for Sunita of the volunteers' })
  const link = (await made.getByText(/\/invitation#/).textContent())!.trim()
  await made.getByRole('button', { name: 'Close' }).click()

  const guest = visitor.page
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Invitation for staff' })).toBeVisible()
  await expect(guest).toHaveURL(/\/invitation$/)
  await expect(guest.getByText('You scan tickets at the gate.')).toBeVisible()
  await expect(guest.getByText(singer)).toBeVisible()
  await guest.getByRole('link', { name: 'Create an account' }).click()
  await visitor.fillsInTheRegistration()
  await expect(guest.getByText(`You are signed in as ${visitor.email}`)).toBeVisible()
  await expect(guest).toHaveURL(/\/invitation$/)
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest).toHaveURL(/\/admin\/scan/)
  await guest.getByText('1 later event').click()
  await expect(guest.getByText(`${singer}, Goa`)).toBeVisible()
  await guest.goto('/admin/payments')
  await expect(guest).toHaveURL(/\/admin\/scan/)

  await rival.page.goto(link)
  await expect(rival.page.getByRole('heading', { name: 'This invitation was used' })).toBeVisible()
  await page.getByRole('link', { name: 'Invitations' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Sunita of the volunteers' })
  await expect(row).toContainText('Accepted')
  await row.getByRole('link', { name: visitor.name }).click()
  await expect(page.getByRole('dialog').getByLabel('Last day')).toHaveValue(dayKey(Date.now() + DAY_MS))
})

test('An admin takes an invitation back; one who opens a gate link stays admin; box office staff land where they sell', async ({
  staff,
  customer,
  shop,
}) => {
  const { page } = staff
  const admin = await demoPerson(shop, 'admin')
  const invite = async (name: string, role: string) => {
    const { data } = await admin.client.rpc('invite_staff', { p_name: name, p_role: role }).throwOnError()
    return `/invitation#${(data as { secret: string }).secret}`
  }
  const gate = await invite('Farah of the gate', 'gate')
  await page.goto(gate)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('This account can do more already (Admin), so nothing was changed.')).toBeVisible()
  await page.goto('/admin/users/invitations')
  await page.getByRole('button', { name: 'Take back the invitation for Farah of the gate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Farah of the gate' })).toContainText('Taken back')
  await customer.page.goto(gate)
  await expect(customer.page.getByRole('heading', { name: 'This invitation was taken back' })).toBeVisible()

  await customer.page.goto(await invite('Kiran of the till', 'box_office'))
  await customer.page.getByRole('button', { name: 'Accept' }).click()
  await expect(customer.page).toHaveURL(/\/admin\/box-office$/)
  await expect(customer.page.getByText('There is no concert for you so far.')).toBeVisible()
  await customer.page.goto('/admin/users')
  await expect(customer.page).toHaveURL(/\/admin\/box-office$/)
  await customer.page.goto('/admin/scan')
  await expect(customer.page).toHaveURL(/\/admin\/box-office$/)
})
