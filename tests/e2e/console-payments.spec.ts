import { submitsForConcert } from '../support/sales/purchases.ts'
import { paymentSent } from '../support/sales/refunds.ts'
import { refused } from '../support/looks/refusing.ts'
import { expect, test } from '../support/stories/story.ts'

test('A screenshot that cannot be read, or that claims an enormous size is not opened, and its payment can be decided all the same', async ({
  staff: { page },
  customer,
  shop,
}) => {
  const { paymentId } = await submitsForConcert(shop, customer)
  const payment = `/admin/payments?payment=${paymentId}`
  await refused(page, { path: /\/storage\/v1\// }, async () => {
    await page.goto(payment)
    await expect(page.getByText('Error loading screenshot').first()).toBeVisible()
  })
  // The head of a PNG of 30,000 by 30,000 pixels: 3.6 GB once it is decoded.
  const enormous = Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300802000000', 'hex')
  await page.route(/\/storage\/v1\/object\/payments\//, (route) =>
    route.fulfill({ contentType: 'image/png', body: enormous }),
  )
  await page.goto(payment)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert').filter({ hasText: 'more than 50 million pixels' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeEnabled()
})

test('A rejection is sent when the console is closed before its ten seconds are over', async ({
  customer,
  staff,
  shop,
}) => {
  const payment = await submitsForConcert(shop, customer)
  const dialog = await staff.opensPayment(payment)
  await dialog.getByLabel('Note to the customer').fill('No such transfer arrived')
  await dialog.getByRole('button', { name: /^Reject/ }).click()
  await staff.page.getByRole('dialog', { name: 'Reject this payment?' }).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toContainText('Rejecting. You can undo it for ten seconds.')
  await staff.page.goto('about:blank')
  await customer.page.goto(payment.path)
  await customer.seesRejection('No such transfer arrived')
})

test('On a small phone warnings about a payment are above its picture, visible as the dialog opens', async ({
  staff: { page },
  shop,
}) => {
  const { paymentId } = await paymentSent(shop, 'Gauri Sapre', { reference: '8675309', over: -100 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/payments?payment=${paymentId}`)
  const dialog = page.getByRole('dialog', { name: 'Gauri Sapre' })
  const picture = dialog.getByRole('group', { name: 'Screenshot' })
  await expect(picture).toBeAttached()
  const doubts = ['Short by ₹100.00.', 'Not a UPI reference.'].map((head) => dialog.getByText(head, { exact: true }))
  for (const doubt of doubts) {
    await expect(doubt).toBeInViewport({ ratio: 1 })
    await doubt.click({ trial: true })
    const [above, below] = [await doubt.boundingBox(), await picture.boundingBox()]
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
  }
})

test('Payments by keyboard: from one to the next, and not while letters are switched off', async ({
  staff: { page },
}) => {
  await page.goto('/admin/payments')
  await page
    .getByRole('button', { name: /^View payment of / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const at = dialog.getByText(/^\d+ of \d+$/).filter({ visible: true })
  // Payments of other stories may have moved the first one down.
  const place = Number.parseInt((await at.textContent()) ?? '', 10)
  await page.keyboard.press('j')
  await expect(at).toHaveText(new RegExp(`^${place + 1} of `))
  await page.keyboard.press('k')
  await expect(at).toHaveText(new RegExp(`^${place} of `))
  await page.keyboard.press('r')
  await expect(dialog.getByLabel('Note to the customer')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Shortcuts' }).click()
  await page.keyboard.press('j')
  await expect(page.getByRole('switch', { name: 'Shortcuts' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Shortcuts' })).not.toBeChecked()
  await expect(page.getByRole('button', { name: /^View payment of / }).first()).toBeVisible()
  await page.getByRole('switch', { name: 'Shortcuts' }).click()
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: /^View payment of / }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
})
