import { expect, test } from '../support/stories/story.ts'

test('A filter of payments gets a name and is there the next day', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/payments?status=approved&q=demo')
  const saved = page.getByRole('group', { name: 'Saved filters' })
  await saved.getByRole('button', { name: 'Save this filter' }).click()
  await saved.getByLabel('Name of the filter').fill('Approved of the demo')
  await saved.getByLabel('Name of the filter').press('Enter')
  await expect(saved.getByRole('button', { name: 'Forget the filter Approved of the demo' })).toBeVisible()

  await page.goto('/admin/payments')
  await saved.getByRole('button', { name: 'Approved of the demo' }).click()
  await expect(page).toHaveURL(/status=approved/)
  await expect(page.getByLabel('Search')).toHaveValue('demo')
  await saved.getByRole('button', { name: 'Forget the filter Approved of the demo' }).click()
  await expect(saved.getByRole('button', { name: 'Save this filter' })).toBeVisible()
  await page.goto('/admin/payments')
  await expect(saved).toHaveCount(0)
})
