import { inDatabase } from '../support/database/database.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

const HOSTILE = '<img src=x onerror="document.title=1"> [press](javascript:alert(1)) ![p](https://evil.example/p.png)'

test('What another admin saved meanwhile is not overwritten, and what was typed stays', async ({ staff, shop }) => {
  const { id: event } = await publishConcert(shop, [])
  const { page } = staff
  await page.goto(`/admin/events/${event}/about`)
  await page.getByLabel('Text', { exact: true }).fill(HOSTILE)
  await expect(page.getByRole('region', { name: 'Text, as customers see it' })).toContainText('onerror')
  await expect(page.getByRole('region', { name: 'Text, as customers see it' }).locator('a, img')).toHaveCount(0)
  await inDatabase(shop, (sql) => sql.query(`update public.events set rules = 'No cameras.' where id = $1`, [event]))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Changed meanwhile: House rules.')
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(HOSTILE)
  await expect(page.getByLabel('House rules', { exact: true })).toHaveValue('No cameras.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. It is in the shop now.')).toBeVisible()
})
