import type { Page } from '@playwright/test'
import { expect, test } from '../support/stories/story.ts'

const isDark = (page: Page, dark: boolean) =>
  expect.poll(() => page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(dark)

test('The theme follows the device until one is chosen, which is kept, and the console has its own', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/about')
  await isDark(page, true)
  await page.emulateMedia({ colorScheme: 'light' })
  await isDark(page, false)

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await isDark(page, true)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  const other = await visitor.context.newPage()
  await other.goto('/faq')
  await isDark(other, true)
  await page.reload()
  await isDark(page, true)
  await expect(page.getByLabel('Theme')).toHaveValue('dark')

  await page.getByLabel('Theme').selectOption('Light')
  await isDark(page, false)
  await isDark(other, false)
  await page.emulateMedia({ colorScheme: 'dark' })
  await isDark(page, false)
  await page.getByLabel('Theme').selectOption('System')
  await isDark(page, true)

  await page.goto('/admin/login')
  await isDark(page, false)
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await isDark(page, true)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('system')
  await page.emulateMedia({ colorScheme: 'light' })
  await isDark(page, true)
  await page.goto('/about')
  await isDark(page, false)
})
