import type { Locator, Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import { seesItsPayments } from '../support/sales/proven-money.ts'
import { isSoundOnBothScreens } from '../support/looks/sound.ts'
import { expect, newShop, test as story } from '../support/stories/story.ts'

/** A shop of its own: in the others the UPI id stays a merchant's. */
const test = story.extend({ shop: newShop })

test.use({ hasTouch: true })

async function saysThatTheIdIs(form: Locator, kind: 'Merchant' | 'Personal'): Promise<void> {
  await form.getByRole('radio', { name: new RegExp(`^${kind}`) }).check()
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.page().getByText('Settings saved')).toBeVisible()
}

/** Expects the ways to pay in this order, once the phone has synced. */
async function offers(page: Page, ways: string[]): Promise<void> {
  await expect(page.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText(ways)
}

test('An admin follows the checklist: with a personal UPI id a phone copies first, with a merchant’s it links', async ({
  staff,
  customer,
  shop,
}) => {
  const { page } = staff

  await test.step('The dashboard counts what is done, and leads to the list', async () => {
    await page.goto('/admin/dashboard')
    const card = page.getByRole('region', { name: 'Before the first sale' })
    await expect(card).toContainText(/\d of 12 done/)
    // What is left, each with the way to it.
    await expect(card.getByRole('link', { name: 'Merchant or personal UPI id' })).toHaveAttribute(
      'href',
      '/admin/settings',
    )
    await card.getByRole('link', { name: 'See what each asks for' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Before the first sale' })).toBeVisible()
    const kind = page.getByRole('listitem').filter({ hasText: 'Merchant or personal UPI id' })
    await expect(kind).toContainText('To do')
    await isSoundOnBothScreens(page, 'Before the first sale')
    await kind.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })

  await test.step('The admin says that the UPI id is a person’s, that the account is the shop’s alone, and its limit', async () => {
    const form = page.getByRole('form', { name: 'Shop' })
    await expect(form.getByText('UPI apps refuse links to it')).toBeVisible()
    await form.getByLabel('Limit of a day').fill('two lakh')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(form.getByText('Write an amount in rupees')).toBeVisible()
    await expect(form.getByLabel('Limit of a day')).toBeFocused()
    await form.getByLabel('Limit of a day').fill('2,00,000')
    await form.getByLabel('This account is for the shop alone').check()
    await saysThatTheIdIs(form, 'Personal')
    await page.goto('/admin/settings/checklist')
    const list = page.getByRole('list', { name: 'Checklist' })
    await expect(list.getByText('A personal one: customers copy it')).toBeVisible()
    await expect(list.getByRole('listitem').filter({ hasText: 'A bank account for this shop alone' })).toContainText(
      'Done',
    )
  })

  await test.step('The customer’s phone offers copying first and the link last', async () => {
    await customer.page.setViewportSize({ width: 360, height: 740 })
    await customer.choosesSeats('Arka Sen', 2)
    await customer.goesToCheckout()
    await customer.page.getByRole('button', { name: 'Other ways' }).click()
    await offers(customer.page, ['Copy and pay', 'Scan the QR', 'Open your UPI app'])
    await expect(customer.page.getByText('Many UPI apps refuse links to this UPI id.')).toBeVisible()
    await expect(customer.page.getByText('Add this note: it names your order.')).toBeVisible()
    await isSoundOnBothScreens(customer.page, 'The pay step of a personal UPI id')
    if (process.env.SHOTS)
      await customer.page.screenshot({ path: `${process.env.SHOTS}/pay-personal.png`, fullPage: true })
    await customer.page.setViewportSize({ width: 360, height: 740 })
    // A QR read from a picture pays a person at most ₹2,000.
    await expect(customer.page.getByRole('button', { name: 'Save QR' })).toHaveCount(0)
  })

  await test.step('With a merchant’s the link is first again', async () => {
    await page.goto('/admin/settings')
    await saysThatTheIdIs(page.getByRole('form', { name: 'Shop' }), 'Merchant')
    await customer.page.reload()
    await expect(customer.page.getByRole('link', { name: 'Pay in UPI app' })).toBeVisible()
    await customer.page.getByRole('button', { name: 'Other ways' }).click()
    await offers(customer.page, ['Scan the QR', 'Copy and pay'])
    await expect(customer.page.getByRole('button', { name: 'Save QR' })).toBeVisible()
  })

  await test.step('Near the day’s limit the dashboard and the payments warn', async () => {
    await seesItsPayments(shop, 'off')
    await inDatabase(shop, (sql) =>
      sql.run(`insert into public.credits (row_key, booked_on, amount, narration, utrs)
        values (repeat('ab', 32), (now() at time zone 'Asia/Kolkata')::date, 170000, 'UPI', '{}')`),
    )
    for (const path of ['/admin/dashboard', '/admin/payments']) {
      await page.goto(path)
      await expect(page.getByText('The account is near its UPI limit of today.')).toBeVisible()
      await expect(page.getByText('₹1,70,000.00 of ₹2,00,000.00 came in, 85%')).toBeVisible()
    }
  })
})
