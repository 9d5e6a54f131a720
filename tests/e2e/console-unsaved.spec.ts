import { expect, test } from './support/story.ts'

test('What is not saved is asked about before a link, Back or logging out drops it', async ({ staff }) => {
  const { page } = staff
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await page.goto('/admin/dashboard')
  await menu.getByRole('link', { name: 'Settings' }).click()
  const payee = page.getByLabel('Account holder')
  await payee.fill('Mehfil and Daughters')

  await menu.getByRole('link', { name: 'Dashboard' }).click()
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

  await page.goto('/admin/layouts/new')
  await page.getByLabel('Name', { exact: true }).fill('Half a hall')
  await page.getByRole('link', { name: 'All layouts' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/layouts$/)
  // With nothing to lose nobody is asked.
  await page.goto('/admin/layouts/new')
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  await expect(question).toHaveCount(0)
})
