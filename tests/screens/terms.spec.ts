import type { Sql } from '../../server/database/database.ts'
import { inDatabase } from '../support/database/database.ts'
import { floor, hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

const today = `(now() at time zone 'Asia/Kolkata')::date`
const other = (sql: Sql) =>
  sql.query(
    `insert into public.shop_terms (from_day, gst_percent, fee_per_seat, hold_minutes, seats_per_line)
       values (${today}, 12.5, 25.50, 8, 4)`,
  )
const asBefore = async (sql: Sql) => {
  await sql.query(`delete from public.shop_terms where from_day >= ${today}`)
  await sql.query(`delete from public.tax_rules where from_day >= ${today}`)
}

test('The tax, the fee and the limits change: prices, seats and every sentence follow, offline too', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const { id } = await publishConcert(shop, [{ ...hall, price: 1500 }])
  await page.goto(`/events/${id}`)
  await expect(page.getByText('include 18% GST and the ₹30 convenience fee')).toBeVisible()
  await inDatabase(shop, other)
  try {
    await page.goto(`/events/${id}`)
    await expect(page.getByText('include 12.5% GST and the ₹25.50 convenience fee')).toBeVisible()
    const { picker } = await customer.opensSeats()
    await expect(picker.getByText('Maximum 4 seats per booking')).toBeVisible()
    await expect(picker.getByRole('button', { name: 'Best 5 seats together' })).toHaveCount(0)
    await picker.getByRole('button', { name: 'Best 4 seats together' }).click()
    await picker.getByRole('button', { name: 'Add 4 Seats to Cart' }).click()

    await page.goto('/cart')
    await expect(page.getByRole('row', { name: /^GST 12\.5%/ })).toBeVisible()
    const total = page.getByRole('row', { name: /^Total/ }).first()
    const seen = await total.innerText()
    await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
    await expect(page.getByText(/^0?(7:\d\d|8:00) left$/).first()).toBeVisible()
    expect(await total.innerText()).toBe(seen)

    await page.context().setOffline(true)
    await page.goto('/terms')
    await expect(page.getByText('GST of 12.5% and a convenience fee of ₹25.50 a ticket')).toBeVisible()
    await expect(page.getByText('At most 4 seats of a ticket category')).toBeVisible()
  } finally {
    await inDatabase(shop, asBefore)
  }
})

test('Staff set GST by price, a tax on the fee and one of a state, and every figure follows', async ({
  staff,
  customer,
  shop,
}) => {
  const { page: console } = staff
  const { page } = customer
  try {
    await test.step('They try the terms on four prices, and confirm them', async () => {
      await console.goto('/admin/settings')
      await console.getByRole('link', { name: 'Tax and fee' }).click()
      await expect(console.getByText('GST of 18 % on every price, with or without a GSTIN.')).toBeVisible()
      const form = console.getByRole('form', { name: 'Tax and fee' })
      await form.getByLabel('How GST is charged').selectOption('By price, and only with a GSTIN')
      await form.getByLabel('GST on the fee, in percent').fill('18')
      await form.getByRole('button', { name: 'Add a local tax' }).click()
      await form.getByRole('button', { name: 'Save terms' }).click()
      await expect(form.getByText('Choose a state.')).toBeVisible()
      await form.getByLabel('State of local tax 1').selectOption('Maharashtra')
      await form.getByLabel('Percent of local tax 1').fill('10')
      await expect(form.getByRole('row', { name: /^₹500 ₹585\.40 – ₹50\.00 ₹30\.00 ₹5\.40$/ })).toBeVisible()
      await expect(
        form.getByRole('row', { name: /^₹1,500 ₹1,955\.40 ₹270\.00 ₹150\.00 ₹30\.00 ₹5\.40$/ }),
      ).toBeVisible()
      await form.getByRole('button', { name: 'Save terms' }).click()
      const asked = console.getByRole('dialog', { name: 'Use these terms from today?' })
      await expect(asked.getByText('GST by the price of a ticket: none up to ₹500, 18 % above.')).toBeVisible()
      await asked.getByRole('button', { name: 'Use these terms' }).click()
      await expect(console.getByText('Terms saved')).toBeVisible()
      await expect(console.getByText('Local tax in Maharashtra: 10 % on every price.')).toBeVisible()
    })

    await test.step('The event, the cart and checkout name the same parts and total', async () => {
      const { id } = await publishConcert(shop, [{ ...floor, price: 1500 }])
      await page.goto(`/events/${id}`)
      await expect(page.getByText('18% GST on tickets above ₹500')).toBeVisible()
      await expect(page.getByText('the ₹30 convenience fee and its 18% GST')).toBeVisible()
      await customer.choosesPlaces(id, 2)
      await page.goto('/cart')
      await expect(page.getByRole('row', { name: /^GST 18%/ })).toBeVisible()
      await expect(page.getByRole('row', { name: 'Convenience fee ₹30 × 2 and ₹10.80 GST ₹70.80' })).toBeVisible()
      const total = page.getByRole('row', { name: /^Total/ }).first()
      const seen = await total.innerText()
      await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
      await expect(page.getByRole('row', { name: /^Convenience fee/ }).first()).toContainText('₹10.80 GST')
      expect(await total.innerText()).toBe(seen)
    })
  } finally {
    await inDatabase(shop, asBefore)
  }
})

test('Staff say that prices include GST: customers pay the price and the fee, and nothing is added twice', async ({
  staff,
  customer,
  shop,
}) => {
  const { page: console } = staff
  const { page } = customer
  try {
    await console.goto('/admin/settings/tax')
    const form = console.getByRole('form', { name: 'Tax and fee' })
    await form.getByLabel('Prices of tickets').selectOption('The price includes GST')
    await expect(form.getByRole('row', { name: /^₹1,500 ₹1,530\.00 ₹228\.81 – ₹30\.00 –$/ })).toBeVisible()
    await form.getByRole('button', { name: 'Save terms' }).click()
    const asked = console.getByRole('dialog', { name: 'Use these terms from today?' })
    await expect(asked.getByText('GST of 18 % in every price, with or without a GSTIN.')).toBeVisible()
    await asked.getByRole('button', { name: 'Use these terms' }).click()
    await expect(console.getByText('Terms saved')).toBeVisible()

    const { id } = await publishConcert(shop, [{ ...floor, price: 1500 }])
    await page.goto(`/events/${id}`)
    await expect(page.getByText('₹1,530 all in').first()).toBeVisible()
    await customer.choosesPlaces(id, 2)
    await page.goto('/cart')
    await expect(page.getByRole('row', { name: 'Subtotal includes GST of ₹457.63 ₹3,000.00' })).toBeVisible()
    await expect(page.getByRole('row', { name: /^GST/ })).toHaveCount(0)
    const total = page.getByRole('row', { name: /^Total/ }).first()
    await expect(total).toContainText('₹3,060')
    await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
    await expect(page.getByRole('row', { name: /^Subtotal 2 tickets, includes GST/ }).first()).toBeVisible()
    await expect(total).toContainText('₹3,060')
  } finally {
    await inDatabase(shop, asBefore)
  }
})
