import { expect, test } from '../support/stories/story.ts'

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
