import { randomUUID } from 'node:crypto'
import { demoPerson } from '../support/server/visitor.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { isSoundOnBothScreens } from '../support/looks/sound.ts'
import { expect, test } from '../support/stories/story.ts'

test('A code is sound on both screens, where it is typed, in the cart and at the checkout', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const concert = await publishConcert(shop, [hall])
  const code = `LOOK${randomUUID().slice(0, 8).toUpperCase()}`
  const { client: admin } = await demoPerson(shop, 'admin')
  await admin.from('discount_codes').insert({ code, event_id: concert.id, percent: 20 }).throwOnError()

  await page.goto(`/events/${concert.id}`)
  await page.getByRole('button', { name: 'Have a code?' }).click()
  await isSoundOnBothScreens(page, 'An event with the field for a code open')
  await page.getByRole('textbox', { name: 'Discount code' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(`Code ${code} applied`)).toBeVisible()
  await isSoundOnBothScreens(page, 'An event with a code')
  await customer.takesSeats(concert, 1)
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: `Remove code ${code}` })).toBeVisible()
  await isSoundOnBothScreens(page, 'A cart with a code')
  await customer.goesToCheckout()
  await isSoundOnBothScreens(page, 'A checkout with a code')
})
