import { inDatabase } from '../support/database.ts'
import { DEMO_PASSWORD } from '../support/shop.ts'
import { paidConcert } from './support/begun-concert.ts'
import { refused, says } from './support/refusing.ts'
import { expect, test } from './support/story.ts'
import { saysInAToast } from './support/toasts.ts'

test('Payments and sign-in: every message appears where it belongs', async ({ staff, visitor }) => {
  const { page } = staff
  await saysInAToast(page, 'Invalid payment ID', () => page.goto('/admin/payments?payment=nonsense'))
  await expect(page.getByRole('dialog').getByRole('paragraph').getByText('Invalid payment ID')).toBeVisible()

  await refused(page, { path: /\/storage\/v1\// }, async () => {
    await page.goto('/admin/payments')
    await page
      .getByRole('button', { name: /^View payment of / })
      .first()
      .click()
    await expect(page.getByText('Error loading screenshot').first()).toBeVisible()
  })
  await refused(page, { path: /\/rpc\/payment_bank_states/ }, async () => {
    await page.goto('/admin/payments')
    await expect(page.getByText('The marks of the bank are missing here.').first()).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try again', exact: true }).first().click()
  await expect(page.getByText('The marks of the bank are missing here.')).toHaveCount(0)
  await page
    .getByRole('button', { name: /^View payment of / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await test.step('By keyboard', async () => {
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
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await saysInAToast(page, 'Transaction ID copied!', () =>
    dialog.getByRole('button', { name: /^Copy/ }).first().click(),
  )
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\S+$/)
  const question = page.getByRole('dialog', { name: 'Reject this payment?' })
  await dialog.getByRole('button', { name: /^Reject/ }).click()
  await expect(question).toContainText('You wrote no note, so the customer sees no reason.')
  await question.getByRole('button', { name: 'Go back' }).click()
  await dialog.getByLabel('Note to the customer').fill('No such transfer arrived')
  await dialog.getByRole('button', { name: /^Reject/ }).click()
  await expect(question).toContainText('“No such transfer arrived”')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog.getByLabel('Note to the customer')).toHaveValue('No such transfer arrived')
  const reject = async () => {
    await dialog.getByRole('button', { name: /^Reject/ }).click()
    await question.getByRole('button', { name: 'Reject', exact: true }).click()
  }
  await test.step('A rejection can be undone for ten seconds, and its note stays', async () => {
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('review_payment') && sent.push(request.url()))
    await reject()
    await expect(dialog).toContainText('Rejecting. You can undo it for ten seconds.')
    await dialog.getByRole('button', { name: 'Undo reject' }).click()
    await expect(dialog.getByLabel('Note to the customer')).toHaveValue('No such transfer arrived')
    expect(sent).toEqual([])
  })
  await says(page, /review_payment$/, { failed: 'Error updating payment status', done: 'Payment rejected' }, reject)

  await test.step('Sign-in', async () => {
    const other = visitor.page
    await other.goto('/admin/login')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await other.getByLabel('Email').fill(' ADMIN@demo.mehfil.example ')
    await other.getByLabel('Password').fill('not-the-password')
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByText(/^Invalid (login credentials|email or password)/).first()).toBeVisible()
    for (const [status, said] of [
      [400, 'Authentication failed. Please try again.'],
      [500, 'Failed to sign in. Please try again.'],
    ] as const) {
      await other.route('**/auth/v1/token*', (route) => route.fulfill({ status, json: { msg: '' } }))
      await saysInAToast(other, said, () => other.getByRole('button', { name: 'Sign in' }).click())
      await expect(other.getByLabel('Password')).toHaveAccessibleDescription(said)
      await other.unroute('**/auth/v1/token*')
    }
    await other.getByLabel('Password').fill(DEMO_PASSWORD)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await expect(other.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL(/\/admin\/login$/)
  })
})

test('A payment is approved with A, unless letters are switched off', async ({ customer, staff }) => {
  await customer.choosesSeats('Ira Deshpande', 2)
  const payment = await customer.pays()
  const { page } = staff
  await page.goto('/admin/payments')
  const letters = page.getByRole('switch', { name: 'Shortcuts' })
  await letters.click()
  await expect(letters).not.toBeChecked()
  const decisions: string[] = []
  page.on('request', (request) => request.url().includes('review_payment') && decisions.push(request.url()))
  const dialog = await staff.opensPayment(payment)
  const approve = dialog.getByRole('button', { name: `Approve ${payment.amount}` })
  await expect(approve.getByText('A', { exact: true })).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(approve).toBeEnabled()
  expect(decisions).toEqual([])
  await page.keyboard.press('Escape')
  await letters.click()
  await expect(letters).toBeChecked()
  await staff.opensPayment(payment)
  await expect(approve.getByText('A', { exact: true })).toBeVisible()
  await dialog.getByLabel('Note to the customer').press('a')
  await expect(dialog.getByLabel('Note to the customer')).toHaveValue('a')
  await dialog.getByLabel('Note to the customer').fill('')
  expect(decisions).toEqual([])
  await dialog.getByRole('heading', { level: 2 }).click()
  await page.keyboard.press('a')
  await expect(dialog.getByText(/^Approved by /)).toBeVisible()
  expect(decisions).toHaveLength(1)
  await customer.seesTicketsArrive()
})

test('A screenshot that claims an enormous size is not opened, and its payment can be decided all the same', async ({
  staff,
}) => {
  const { page } = staff
  // The head of a PNG of 30,000 by 30,000 pixels: 3.6 GB once it is decoded.
  const enormous = Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300802000000', 'hex')
  await page.route(/\/storage\/v1\/object\/payments\//, (route) =>
    route.fulfill({ contentType: 'image/png', body: enormous }),
  )
  await page.goto('/admin/payments')
  await page
    .getByRole('button', { name: /^View payment of / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert').filter({ hasText: 'more than 50 million pixels' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeEnabled()
})

test('A rejection is sent when the console is closed before its ten seconds are over', async ({ customer, staff }) => {
  await customer.choosesSeats('Ira Deshpande', 1)
  const payment = await customer.pays()
  const dialog = await staff.opensPayment(payment)
  await dialog.getByLabel('Note to the customer').fill('No such transfer arrived')
  await dialog.getByRole('button', { name: /^Reject/ }).click()
  await staff.page.getByRole('dialog', { name: 'Reject this payment?' }).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toContainText('Rejecting. You can undo it for ten seconds.')
  await staff.page.goto('about:blank')
  await customer.seesRejection('No such transfer arrived')
})

test('Beside a screenshot the shop shows its own findings about the stored file, never the sender’s', async ({
  customer,
  staff,
  shop,
}) => {
  await customer.choosesSeats('Ira Deshpande', 1)
  const payment = await customer.pays()
  const inShop = <Row = unknown>(text: string) =>
    inDatabase(shop, (sql) => sql.query<Row>(`${text} where order_code = $1`, [payment.orderCode]))
  const [claimed] = await inShop<{ hash: string }>('select screenshot_sha256 as hash from public.payments')
  const dialog = await staff.opensPayment(payment)
  const line = dialog.getByText('Screenshot', { exact: true }).locator('..')
  await expect(line).toHaveText('ScreenshotThis fileNot seen before')
  await expect(dialog.getByTitle(claimed!.hash)).toHaveCount(0)

  await inShop("update public.payments set picture_digest = null, screenshot_url = screenshot_url || '.later'")
  await staff.page.reload()
  await expect(line).toHaveText('ScreenshotNone so far')
})

test('On a small phone warnings about a payment are above its picture, visible as the dialog opens', async ({
  staff: { page },
  shop,
}) => {
  const { payment } = await paidConcert(shop, 'Gauri Sapre', { reference: '8675309', short: 100 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/payments?payment=${payment}`)
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
