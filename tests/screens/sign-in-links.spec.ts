import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import type { Customer } from '../support/people/customer.ts'
import { ageSession, rowsOf } from '../support/people/phone.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import type { Shop } from '../support/server/shop.ts'
import { newCustomer, visitor as clientOf } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'

interface Owner {
  name: string
  tickets: number
}

const account = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Two tickets of the customer, on the device. */
async function hasTickets(shop: Shop, { name, email, password, page }: Customer): Promise<Owner> {
  const { categories } = await publishConcert(shop, [hall])
  for (const seat of ['D1', 'D3']) await buys(shop, { email, password }, categories.Hall!, [seat])
  await page.goto('/my-tickets')
  await expect.poll(async () => (await rowsOf(page, 'tickets')).length).toBe(2)
  return { name, tickets: 2 }
}

test('A link with another person’s tokens signs no one in, and leaves every ticket on the phone', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const owner = await hasTickets(shop, customer)
  const mallory = await newCustomer(shop, 'Mallory')
  const { data } = await clientOf(shop).auth.signInWithPassword(mallory)
  const tokens = { access_token: data.session?.access_token ?? '', refresh_token: data.session?.refresh_token ?? '' }
  await page.goto(`/auth/callback#${new URLSearchParams({ ...tokens, token_type: 'bearer', expires_in: '3600' })}`)
  await expect(page.getByText('Failed to sign in. Please try again.')).toBeVisible()
  await expect(account(page, `Account of ${owner.name}`)).toBeVisible()
  expect(await rowsOf(page, 'tickets')).toHaveLength(owner.tickets)
})

test('A link that sets another’s password asks before it signs anyone out, and ‘Cancel’ changes nothing', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const mallory = await newCustomer(shop, 'Mallory')
  const token = 'a1'.repeat(28)
  await inDatabase(shop, (sql) =>
    sql.query('update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1', [mallory.id, token]),
  )
  const owner = await hasTickets(shop, customer)
  await page.goto(`/reset-password?token_hash=${token}&type=recovery`)
  await page.getByLabel('New password').fill('another horse')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text')
  await page.getByLabel('Confirm password').fill('another horse')
  await page.getByRole('button', { name: 'Save password' }).click()
  const question = page.getByRole('dialog', { name: `Sign in as ${mallory.email}?` })
  await expect(question).toContainText(`${owner.name} is signed in on this device and will be signed out.`)
  await expect(question).toContainText(`${owner.tickets} tickets of ${owner.name} are saved here.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/')
  await expect(account(page, `Account of ${owner.name}`)).toBeVisible()
  expect(await rowsOf(page, 'tickets')).toHaveLength(owner.tickets)
})

test('Signing in on a device with another’s tickets names and counts them, and deletes them only after a yes', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const owner = await hasTickets(shop, customer)
  await inDatabase(shop, (sql) =>
    sql.query('delete from auth.sessions where user_id = (select id from auth.users where email = $1)', [
      customer.email,
    ]),
  )
  await ageSession(page, 5)
  await page.goto('/my-tickets')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  const next = await newCustomer(shop, 'Joseph Mathew')
  const signIn = async (): Promise<void> => {
    await page.getByLabel('Email').fill(next.email)
    await page.getByLabel('Password').fill(next.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await signIn()
  const question = page.getByRole('dialog', { name: `Sign in as ${next.email}?` })
  await expect(question).toContainText(`${owner.tickets} tickets of ${owner.name} are saved here.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(next.email)
  expect(await rowsOf(page, 'tickets')).toHaveLength(owner.tickets)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await rowsOf(page, 'tickets')).toHaveLength(owner.tickets)
  await signIn()
  await question.getByRole('button', { name: 'Sign in' }).click()
  await expect(account(page, 'Account of Joseph Mathew')).toBeVisible()
  await expect.poll(() => rowsOf(page, 'tickets')).toEqual([])
})

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
