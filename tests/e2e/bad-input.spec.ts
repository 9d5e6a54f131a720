import { newReference } from '../support/people/customer.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

test('A reference of one’s own that was used before names the order that has it', async ({ customer, shop }) => {
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  const first = await customer.pays()
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await customer.goesToCheckout()
  const second = await customer.submits(await customer.fillsInPayment(first.reference))
  const { page } = customer
  const used = `You already sent this reference with order ${first.orderCode}.`
  await expect(page.getByText(used).first()).toBeVisible()
  const field = page.getByLabel('UTR, 12 digits')
  const warning = page.getByRole('note').filter({ hasText: 'Do not pay again.' })
  await expect(field).toHaveValue(first.reference)
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await page.reload()
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport()
    await expect(warning).toBeInViewport()
  }

  await customer.typesReference(newReference())
  await expect(page.getByText(used)).toHaveCount(0)
  await expect(warning).toBeVisible()
  await customer.submits(second)
  await customer.seesItBeingChecked()
})
