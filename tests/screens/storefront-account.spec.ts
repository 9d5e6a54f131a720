import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Customer } from '../support/people/customer.ts'
import { rowsOf } from '../support/people/phone.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { submits } from '../support/sales/purchases.ts'
import { personOf, visitor as clientOf } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'

async function goesThroughMenu(page: Page, link: 'Profile' | 'Settings'): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('link', { name: link, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible()
}

test('The profile saves: it is there after a reload, in the menu, and in the database', async ({ customer, shop }) => {
  const { page } = customer
  await goesThroughMenu(page, 'Profile')
  await expect(page).toHaveTitle('Profile · Mehfil')
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue(customer.email)
  await expect(email).not.toBeEditable()
  for (const name of ['tickets purchased', 'upcoming events', 'past events']) {
    await expect(page.locator('dl > div').filter({ hasText: name }).locator('dd')).toHaveText('0')
  }

  await page.getByLabel('Phone').fill('ask me')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Phone').fill('+91 98765 43210')
  await page.getByLabel('Location').fill('Pune')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao')
  await expect(page.getByLabel('Phone')).toHaveValue('+91 98765 43210')
  await expect(page.getByLabel('Location')).toHaveValue('Pune')
  await expect(page.getByRole('button', { name: 'Account of Asha Rao' })).toBeVisible()

  const { client } = await personOf(shop, customer)
  const { data } = await client.from('profiles').select('name,phone,location,email').single()
  expect(data).toEqual({ name: 'Asha Rao', phone: '+91 98765 43210', location: 'Pune', email: customer.email })
})

test('Without a network the profile is shown, says why it does not save, and keeps what was typed', async ({
  customer,
}) => {
  const { page } = customer
  await page.goto('/profile')
  await expect.poll(async () => (await rowsOf(page, 'profiles')).length).toBe(1)
  await expect(page.getByLabel('Location')).toBeVisible()
  await customer.context.setOffline(true)
  await page.getByLabel('Location').fill('Nashik')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByRole('alert').getByText('No connection to the shop. What you typed stays here')).toBeVisible()
  await expect(page.getByLabel('Location')).toHaveValue('Nashik')
  await customer.context.setOffline(false)
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
})

test('The password really changes: the old one is asked for, and then opens nothing any more', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  await goesThroughMenu(page, 'Settings')
  const change = async (current: string, next: string, again = next): Promise<void> => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password').fill(next)
    await page.getByLabel('Confirm password').fill(again)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change(customer.password, 'seven77')
  await page.getByRole('button', { name: 'Show password' }).nth(1).click()
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text')
  await expect(page.getByRole('link', { name: 'A password has at least 8 characters. You entered 7.' })).toBeVisible()
  await change(customer.password, 'another horse', 'another house')
  await expect(page.getByRole('link', { name: 'Passwords do not match' })).toBeVisible()
  await change('not the password', 'another horse')
  await expect(page.getByRole('link', { name: 'This is not your current password.' })).toBeVisible()
  await change(customer.password, 'another horse')
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveValue('')

  const client = clientOf(shop)
  const { email } = customer
  expect((await client.auth.signInWithPassword({ email, password: customer.password })).error).not.toBeNull()
  expect((await client.auth.signInWithPassword({ email, password: 'another horse' })).error).toBeNull()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('A customer who lost a phone signs it out from another device, and stays signed in there', async ({
  customer,
  browser,
  shop,
}) => {
  const { page } = customer
  const lost = await browser.newContext({ baseURL: shop.url })
  const other = await lost.newPage()
  await new Customer(lost, other, customer).signsIn()

  await goesThroughMenu(page, 'Settings')
  const button = page.getByRole('button', { name: 'Sign out everywhere else' })
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else?' })
  await button.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await customer.context.setOffline(true)
  await button.click()
  await dialog.getByRole('button', { name: 'Sign out there' }).click()
  await expect(dialog.getByText('The other devices are still signed in.')).toBeVisible()
  await customer.context.setOffline(false)
  await dialog.getByRole('button', { name: 'Sign out there' }).click()
  await expect(page.getByText('Signed out on all other devices')).toBeVisible()

  await other.goto('/my-tickets')
  await expect(other.getByText('Your session has ended.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `Account of ${customer.name}` })).toBeVisible()
  await lost.close()
})

test('Choices are saved as they are made: notifications, consent with its date, region, UPI id for refunds', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  // A shop with mail confirms addresses.
  await page.context().route('**/auth/v1/settings', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mailer_autoconfirm: false } })
  })
  await page.goto('/settings')
  const email = page.getByLabel('Email me the result of a payment')
  const news = page.getByLabel('Email about new concerts')
  await expect(email).toBeChecked()
  await expect(news).not.toBeChecked()
  await expect(page.getByLabel('SMS')).toBeDisabled()
  await expect(page.getByText('Not offered by this shop.')).toBeVisible()
  await expect(email).toBeEnabled()
  await email.uncheck()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(email).toBeEnabled()
  await news.check()
  await expect(page.getByText(/^You agreed on \w+ \d+ \w+ \d{4}\./)).toBeVisible()
  await page.getByLabel('Region').selectOption('International')
  await expect(page.getByText('Times are shown with their zone, IST.')).toBeVisible()
  await page.getByLabel('UPI id for refunds').fill('asha at okaxis')
  await page.getByRole('button', { name: 'Save UPI id' }).click()
  await expect(page.getByText('This is not a UPI id.')).toBeVisible()
  await page.getByLabel('UPI id for refunds').fill('asha.rao@okaxis')
  await page.getByRole('button', { name: 'Save UPI id' }).click()
  await expect(page.getByText('This is not a UPI id.')).toBeHidden()
  await expect.poll(async () => (await rowsOf(page, 'profiles'))[0]?.['refundUpiId']).toBe('asha.rao@okaxis')

  await page.reload()
  await expect(email).not.toBeChecked()
  await expect(news).toBeChecked()
  await expect(page.getByLabel('Region')).toHaveValue('international')
  await expect(page.getByLabel('UPI id for refunds')).toHaveValue('asha.rao@okaxis')

  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await page.goto('/cart')
  await expect(page.getByRole('main').getByText(/\d (am|pm)\sIST/)).toBeVisible()
  await customer.goesToCheckout()
  await expect(page.getByRole('heading', { name: 'Scan' })).toBeVisible()
  await expect(page.locator('a[href^="upi:"]')).toHaveCount(0)

  // A choice that could not be saved is saved by itself, without another start.
  let refused = 0
  await page.context().route('**/rpc/save_profile', (route) => {
    refused += 1
    return route.abort()
  })
  await page.goto('/settings')
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('mr')
  await expect(page.getByRole('heading', { level: 1, name: 'सेटिंग्ज' })).toBeVisible()
  await expect.poll(() => refused).toBeGreaterThan(1)
  await page.context().unroute('**/rpc/save_profile')
  const { client } = await personOf(shop, customer)
  const saved = async (): Promise<unknown> => (await client.from('profiles').select('language').single()).data?.language
  await expect.poll(saved, { timeout: 90_000 }).toBe('mr')
})

test('A shop that sends no mail does not offer any', async ({ customer }) => {
  const { page } = customer
  await page.goto('/settings')
  const email = page.getByLabel('Email me the result of a payment')
  await expect(page.getByText('This shop sends no email. You find the result in My Tickets.')).toBeVisible()
  await expect(email).toBeDisabled()
  await expect(email).not.toBeChecked()
})

test('Everything the shop keeps about a customer is one download', async ({ customer }) => {
  const { page } = customer
  await page.goto('/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^mehfil-my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>
  expect(data).toMatchObject({
    account: { email: customer.email },
    profile: { name: customer.name },
    payments: [],
    tickets: [],
    refunds: [],
  })
})

test('An account is deleted after a confirmation, and a second one when payments are undecided', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  await submits(shop, customer, (await publishConcert(shop, [hall])).categories.Hall!, ['D1'])
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('Tick the box if you want to go on.')).toBeVisible()
  const understood = dialog.getByLabel('I understand that this cannot be undone')
  const asked = dialog.getByLabel('Current password')
  await understood.check()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('Enter your password.')).toBeVisible()
  await asked.fill('not the password')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await expect(asked).toHaveValue('not the password')
  await expect(understood).toBeChecked()
  await asked.fill(customer.password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('A payment of yours is still being checked.')).toBeVisible()
  await understood.check()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  for (const noun of ['profiles', 'payments', 'submissions', 'session', 'people']) {
    expect(await rowsOf(page, noun), noun).toEqual([])
  }
  const { email, password } = customer
  expect((await clientOf(shop).auth.signInWithPassword({ email, password })).error).not.toBeNull()
})

test('Profile and settings require signing in, which leads back to them', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await visitor.fillsInTheRegistration()
  await expect(page).toHaveURL(/\/settings$/)
})
