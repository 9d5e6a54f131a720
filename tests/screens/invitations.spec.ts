import { dayKey } from '../../src/platform/time/ist.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

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
  await dialog.getByLabel('Find a concert').fill(singer)
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: singer }).check()
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
