import { submitsForConcert } from '../support/sales/purchases.ts'
import { withSecondAdmin } from '../support/people/staff.ts'
import { expect, test } from '../support/stories/story.ts'

test('Two people who review at once see each other, and what the other decides', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const payment = await submitsForConcert(shop, customer, ['A1', 'A2'])
  await withSecondAdmin(shop, rival, async (second) => {
    const first = await staff.opensPayment(payment)
    const theirs = await second.opensPayment(payment)
    await expect(first.getByText(`${rival.name} has this payment open, since `)).toBeVisible()
    await expect(theirs.getByText(/^.+ has this payment open, since /)).toBeVisible()

    await first.getByLabel('Note to the customer').fill('Half typed')
    await theirs.getByRole('button', { name: `Approve ${payment.amount}` }).click()
    await expect(theirs.getByText(`Approved by ${rival.name}`)).toBeVisible()
    await expect(first.getByText(`Approved by ${rival.name}`)).toBeVisible()
    await expect(first.getByRole('button', { name: /^Approve/ })).toHaveCount(0)

    await staff.page.keyboard.press('Escape')
    const row = staff.page.getByRole('row').filter({ hasText: payment.orderCode })
    await expect(row.getByText(`${rival.name} has this payment open`)).toBeVisible()
    await rival.page.keyboard.press('Escape')
    await expect(row.getByText(`${rival.name} has this payment open`)).toHaveCount(0)
  })
})
