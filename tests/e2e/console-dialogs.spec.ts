import { floor, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

/** The browser closes a dialog itself at some second Escape, whatever the page says. */
const ESCAPES = 6

test('Escape, pressed again and again, drops no guests; leaving is answered with Leave', async ({ staff, shop }) => {
  const { id: event } = await publishConcert(shop, [floor])
  const { page } = staff
  await page.goto(`/admin/events/${event}/guests`)
  await page.getByRole('button', { name: 'Add from a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add guests from a file' })
  await dialog.getByLabel('Guests', { exact: true }).fill('Asha Patil')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (let press = 0; press < ESCAPES; press += 1) {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
  }
  if (!(await question.isVisible())) await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(dialog.getByLabel('Guests', { exact: true })).toHaveValue('Asha Patil')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(dialog).toHaveCount(0)
})
