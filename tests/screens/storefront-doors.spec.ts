import { expect, test } from '../support/stories/story.ts'

test('A wrong password, passwords that differ and a used link are reported beside the field, and nothing typed is lost', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your email address.')).toBeVisible()
  await page.getByLabel('Email').fill('customer@demo.mehfil.example')
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('customer@demo.mehfil.example')

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByText('This shop cannot send mail')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  await page.goto(`/reset-password?token_hash=${'0'.repeat(56)}&type=recovery`)
  await page.getByLabel('New password').fill('another horse')
  await page.getByLabel('Confirm password').fill('another horse')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This link has been used or is too old.')).toBeVisible()

  await page.goto('/register')
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('another horse')
  await page.getByLabel('Confirm password').fill('another house')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Passwords do not match').first()).toBeVisible()
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao')
})
