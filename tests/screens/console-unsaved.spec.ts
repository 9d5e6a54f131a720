import { randomUUID } from 'node:crypto'
import { demoPerson } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'

test('The console asks before a link, Back or logging out drops unsaved work', async ({ staff }) => {
  const { page } = staff
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await page.goto('/admin/dashboard')
  await staff.choosesFromMenu('Setup', 'Settings')
  const payee = page.getByLabel('Account holder')
  await payee.fill('Mehfil and Daughters')

  await menu.getByRole('link', { name: 'Home' }).click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(payee).toHaveValue('Mehfil and Daughters')
  await page.goBack()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(payee).toHaveValue('Mehfil and Daughters')
  await expect(page).toHaveURL(/\/admin\/settings$/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()

  await page.goto('/admin/layouts')
  await page.getByRole('link', { name: 'New Layout' }).click()
  await page.getByRole('button', { name: 'Add section' }).click()
  const sections = page.getByText(/^[\d,]+ seats, not saved$/)
  const drawn = await sections.textContent()
  await page.goBack()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(sections).toHaveText(drawn ?? '')
  await page.getByRole('link', { name: 'All layouts' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/layouts$/)
  await page.goto('/admin/layouts/new')
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('A row that is being edited stays when a search, a filter, a sorting, a page or Escape would drop it', async ({
  staff: { page },
  shop,
}) => {
  const { client } = await demoPerson(shop, 'admin')
  const name = `Unsaved ${randomUUID().slice(0, 4)}`
  const { data: singer } = await client.from('singers').insert({ name }).select('id').single()
  const event = { singer_id: singer!.id, city: 'Pune', venue: 'Hall' }
  const dates = Array.from({ length: 26 }, (_, n) => new Date(Date.now() + (n + 1) * 600_000).toISOString())
  await client.from('events').insert(dates.map((date) => ({ ...event, date })))
  await page.goto('/admin/events')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const stay = question.getByRole('button', { name: 'Stay here' })
  const edit = page.getByRole('button', { name: `Edit: ${name}` }).first()
  await edit.click()
  const venue = page.getByRole('form', { name: `Edit ${name}` }).getByLabel('Venue')
  await venue.fill('Garden stage')

  const search = page.getByLabel('Search singer, city or venue')
  await search.fill('nowhere')
  await stay.click()
  await expect(search).toHaveValue('')
  await page.getByRole('button', { name: 'Past', exact: true }).click()
  await stay.click()
  await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click()
  await stay.click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await stay.click()
  await venue.press('Escape')
  await stay.click()
  await expect(venue).toHaveValue('Garden stage')
  await expect(venue).toBeFocused()
  await expect(page).toHaveURL(/\/admin\/events$/)
  await venue.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(venue).toHaveCount(0)
  await edit.click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)

  // The form for a new event is beside the list: the list may change, Escape and closing ask.
  await page.getByRole('button', { name: 'Add Event' }).click()
  const added = page.getByRole('form', { name: 'Add an event' }).getByLabel('Venue')
  await added.fill('Half a venue')
  await search.fill(name)
  await expect(page).toHaveURL(/q=Unsaved/)
  await expect(question).toHaveCount(0)
  await added.press('Escape')
  await stay.click()
  await page.getByRole('button', { name: 'Close the form' }).click()
  await stay.click()
  await expect(added).toHaveValue('Half a venue')
  // Otherwise they are the first of the shop in later stories.
  await client.from('singers').delete().eq('id', singer!.id).throwOnError()
})

test('A hall whose seats are sold stays as it is', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/layouts')
  const used = page
    .getByRole('list', { name: 'Layouts' })
    .getByRole('listitem')
    .filter({ hasText: /used by \d/ })
    .first()
  await used.getByRole('button', { name: /^Edit/ }).click()
  const seat = page
    .getByRole('grid')
    .getByRole('button', { name: /^Row \w+, seat \d+$/ })
    .first()
  await seat.focus()
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Save layout' }).click()
  await expect(page.getByRole('alert')).toContainText('Seats of this hall are held, under review or sold')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByLabel('Description').fill('The large hall')
  await page.getByRole('button', { name: 'Save layout' }).click()
  await expect(page.getByText('Layout saved')).toBeVisible()
})
