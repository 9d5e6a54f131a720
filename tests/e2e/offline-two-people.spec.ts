import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import type { Shop } from '../support/server/shop.ts'
import { asSaid, Customer } from '../support/people/customer.ts'
import { ARRIVAL_MS, everythingIsSent, paymentsOf, submissionsOf } from '../support/sales/outbox.ts'
import { ageSession, readyForOffline, rowsOf } from '../support/people/phone.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { buysSeats } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/pocket.ts'

const PERSONAL = ['people', 'tickets', 'payments', 'orders', 'submissions', 'seats'] as const

test('Two people use one phone: the second finds no trace of the first, whose unsent payment arrives when they return', async ({
  phone,
  owner,
  shop,
}) => {
  const first = owner
  const { page } = first
  const bought = await buysSeats(shop, first, ['A1'])
  await page.goto('/my-tickets')
  await expect(first.ticket(bought)).toBeVisible()
  await readyForOffline(page)

  await first.takesSeats(await publishConcert(shop, [hall]), 1)
  await first.goesToCheckout()
  await shop.stop()
  const unsent = await first.submits(await first.fillsInPayment())
  await page.goto('/')
  await page.getByRole('button', { name: `Account of ${first.name}` }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: /^Keep/ }).click()
  await expect(page.getByText('Signed out')).toBeVisible()
  await shop.restart()

  const second = new Customer(phone.context, page)
  await second.registers()
  await page.goto('/my-tickets')
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payments' })).toHaveCount(0)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  for (const path of ['/', '/my-tickets', '/cart', '/contact', unsent.path]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    const seen = await page.locator('body').innerText()
    for (const trace of [first.name, first.email, unsent.orderCode, unsent.reference, asSaid(bought.seats)]) {
      expect(seen, `${path} shows ${trace}`).not.toContain(trace)
    }
  }
  const me = await page.evaluate(() => Object.entries(localStorage).flat().join(' '))
  expect(me).not.toContain(first.email)
  for (const noun of PERSONAL) {
    const text = JSON.stringify(await rowsOf(page, noun))
    if (noun !== 'submissions') expect(text, noun).not.toContain(unsent.orderCode)
    expect(text, noun).not.toContain(first.email)
  }
  expect((await submissionsOf(page)).map((row) => row.state)).toEqual(['needs-sign-in'])
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, first.email))).toHaveLength(1)

  await page.goto('/')
  await page.getByRole('button', { name: `Account of ${second.name}` }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed out')).toBeVisible()
  await first.signsIn()
  await everythingIsSent(page)
  await page.goto('/my-tickets')
  await expect(first.ticket(bought)).toBeVisible({ timeout: ARRIVAL_MS })
  const stored = await inDatabase(shop, (sql) => paymentsOf(sql, first.email))
  expect(stored.map((row) => [row.code, row.pictures])).toContainEqual([unsent.orderCode, 1])
  expect(stored).toHaveLength(2)
})

async function theServerEndsTheSessionOf({ page, email }: Customer, shop: Shop): Promise<void> {
  await ageSession(page, 5)
  await inDatabase(shop, async (sql) => {
    for (const table of ['refresh_tokens', 'sessions'])
      await sql.query(`delete from auth.${table} where user_id = (select id from auth.users where email = $1)`, [email])
  })
}

const keptText = (page: Page): Promise<string> =>
  page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat().join(' '))

test('After a session that the server ended the cart waits unseen, and is back with its owner', async ({
  owner,
  shop,
}) => {
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  const chosen = await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await theServerEndsTheSessionOf(owner, shop)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Sign in to see your cart' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(chosen.singer)

  await page.goto('/checkout')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(owner.order()).toContainText(asSaid(chosen.seats))
})

test('After a session that the server ended the next person finds nothing of the last one, in no tab', async ({
  phone,
  owner,
  shop,
}) => {
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  const chosen = await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  await page.getByRole('button', { name: 'Copy the amount' }).click()
  await expect.poll(() => keptText(page)).toContain('mehfil.paying')
  const [order] = await rowsOf<{ id: string; code: string }>(page, 'orders')
  const contact = await phone.context.newPage()
  await contact.goto('/contact')
  await contact.getByLabel('Message').fill('I have paid twice')
  await page.goto(`/checkout?order=${order!.id}`)
  await expect(page.getByText(/^Seats held until/)).toBeVisible()

  await theServerEndsTheSessionOf(owner, shop)
  await page.goto(`/checkout?order=${order!.id}`)
  await expect(page.getByText('Your session has ended. Sign in again; nothing on this device is lost.')).toBeVisible()

  const second = new Customer(phone.context, page)
  await second.registers()
  // Not at the last person's page.
  await expect(page).toHaveURL(new RegExp('^[^?]*$'))
  for (const path of ['/cart', '/checkout', `/checkout?order=${order!.id}`, '/my-tickets']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    const seen = await page.locator('body').innerText()
    for (const trace of [order!.code, chosen.singer, owner.name]) expect(seen, path).not.toContain(trace)
  }
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(contact.getByLabel('Message')).toHaveValue('')
  for (const tab of [page, contact]) {
    const kept = await keptText(tab)
    for (const trace of [order!.id, chosen.singer, owner.email, 'mehfil.paying']) expect(kept).not.toContain(trace)
  }
  for (const noun of PERSONAL) expect(JSON.stringify(await rowsOf(page, noun)), noun).not.toContain(order!.code)
})
