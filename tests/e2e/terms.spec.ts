import type { Sql } from '../../server/database/database.ts'
import { inDatabase } from '../support/database.ts'
import { expect, test } from './support/story.ts'

const today = `(now() at time zone 'Asia/Kolkata')::date`
const other = (sql: Sql) =>
  sql.query(
    `insert into public.shop_terms (from_day, gst_percent, fee_per_seat, hold_minutes, seats_per_line)
       values (${today}, 12.5, 25.50, 8, 4)`,
  )
const asBefore = (sql: Sql) => sql.query(`delete from public.shop_terms where from_day >= ${today}`)

test('The tax, the fee and the limits change: prices, seats and every sentence follow, offline too', async ({
  customer,
  shop,
}) => {
  test.setTimeout(240_000)
  const { page } = customer
  await customer.books('Neelkanth Vartak Quartet')
  await expect(page.getByText('with 18% GST and the ₹30 convenience fee')).toBeVisible()
  const event = page.url()
  await inDatabase(shop, other)
  try {
    await page.goto(event)
    await expect(page.getByText('with 12.5% GST and the ₹25.50 convenience fee')).toBeVisible()
    const { picker } = await customer.opensSeats()
    await expect(picker.getByText('Maximum 4 seats per booking')).toBeVisible()
    await expect(picker.getByRole('button', { name: 'Best 5 seats together' })).toHaveCount(0)
    await picker.getByRole('button', { name: 'Best 4 seats together' }).click()
    await picker.getByRole('button', { name: 'Add 4 Seats to Cart' }).click()

    await page.goto('/cart')
    await expect(page.getByRole('row', { name: /^GST 12\.5%/ })).toBeVisible()
    const total = await page
      .getByRole('row', { name: /^Total/ })
      .first()
      .innerText()
    await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
    await expect(
      page
        .getByText(/^0?7:\d\d left$/)
        .or(page.getByText(/^0?8:00 left$/))
        .first(),
    ).toBeVisible()
    expect(
      await page
        .getByRole('row', { name: /^Total/ })
        .first()
        .innerText(),
    ).toBe(total)

    await shop.stop()
    await page.goto('/terms')
    await expect(page.getByText('GST of 12.5% and a convenience fee of ₹25.50 a ticket')).toBeVisible()
    await expect(page.getByText('At most 4 seats of a ticket category')).toBeVisible()
    await shop.restart()
  } finally {
    await inDatabase(shop, asBefore)
  }
})
