import { dayKey } from '../../src/platform/time/ist.ts'
import { inDatabase } from '../support/database/database.ts'
import { refused, says } from '../support/looks/refusing.ts'
import { saysInAToast } from '../support/looks/toasts.ts'
import { rupees } from '../support/people/customer.ts'
import { withSecondAdmin } from '../support/people/staff.ts'
import { submitsForConcert } from '../support/sales/purchases.ts'
import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { findsConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

test('Payments and sign-in: every message appears where it belongs', async ({ staff, visitor }) => {
  const { page } = staff
  await saysInAToast(page, 'Invalid payment ID', () => page.goto('/admin/payments?payment=nonsense'))
  await expect(page.getByRole('dialog').getByRole('paragraph').getByText('Invalid payment ID')).toBeVisible()

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
    await page.route(/review_payment/, (route) => {
      sent.push(route.request().url())
      return route.fallback()
    })
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

test('A payment is approved with A, unless letters are switched off', async ({ customer, staff, shop }) => {
  const payment = await submitsForConcert(shop, customer, ['A1', 'A2'])
  const { page } = staff
  await page.goto('/admin/payments')
  const letters = page.getByRole('switch', { name: 'Shortcuts' })
  await letters.click()
  await expect(letters).not.toBeChecked()
  const decisions: string[] = []
  await page.route(/review_payment/, (route) => {
    decisions.push(route.request().url())
    return route.fallback()
  })
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
  await customer.page.goto('/my-tickets')
  await expect(customer.page.getByRole('region', { name: 'Next ticket' })).toContainText(payment.singer)
})

test('Beside a screenshot the shop shows its own findings about the stored file, never the sender’s', async ({
  customer,
  staff,
  shop,
}) => {
  const payment = await submitsForConcert(shop, customer)
  const inShop = <Row = unknown>(text: string) =>
    inDatabase(shop, (sql) => sql.query<Row>(`${text} where order_code = $1`, [payment.orderCode]))
  const [claimed] = await inShop<{ hash: string }>('select screenshot_sha256 as hash from public.payments')
  const dialog = await staff.opensPayment(payment)
  await expect(dialog.getByText(/^Screenshot\s*This file\s*Not seen before$/)).toBeVisible()
  await expect(dialog.getByTitle(claimed!.hash)).toHaveCount(0)

  await inShop("update public.payments set picture_digest = null, screenshot_url = screenshot_url || '.later'")
  await staff.page.reload()
  await expect(dialog.getByText(/^Screenshot\s*None so far$/)).toBeVisible()
})

test('Staff see the payments and bookings of one concert, and what the bank says of each', async ({
  customer,
  rival,
  staff,
  shop,
}) => {
  const mine = await submitsForConcert(shop, customer)
  const other = await submitsForConcert(shop, rival)

  const { page } = staff
  const row = (payment: { orderCode: string }) => page.getByRole('row').filter({ hasText: payment.orderCode })
  await page.goto(`/admin/payments`)
  await page.getByRole('button', { name: 'Choose an event' }).click()
  await (await findsConcert(page, mine.singer)).click()
  await expect(page).toHaveURL(new RegExp(`event=${mine.id}`))
  // Another story of this shop may have imported a statement.
  await expect(row(mine)).toContainText(/Bank: (no statement yet|not found)/)
  await expect(row(other)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Settlement of this event' })).toBeVisible()

  const { client: admin } = await demoPerson(shop, 'admin')
  const credit = { booked_on: dayKey(Date.now()), amount: rupees(mine.amount), utrs: [mine.reference] }
  const imported = { ...credit, narration: 'UPI', balance: null, occurrence: 1 }
  await admin.rpc('import_bank_rows', { p_rows: [imported] }).throwOnError()
  await page.getByRole('button', { name: 'Refresh Now' }).click()
  await expect(row(mine)).toContainText('Bank: exact')
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /^\d+( of the \d+ oldest)? (is|are) certain$/ }).click()
  await expect(page.getByRole('region', { name: 'Exact', exact: true })).toContainText(mine.orderCode)
  await page.goto(`/admin/bookings?event=${mine.id}`)
  await expect(page.getByText(new RegExp(`^${mine.singer}, `)).first()).toBeVisible()
  await expect(row(mine)).toBeVisible()
  await expect(row(other)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(row(other)).toBeVisible()
})

test('A filter of payments gets a name and is there the next day', async ({ staff }) => {
  const { page } = staff
  await page.goto('/admin/payments?status=approved&q=demo')
  const saved = page.getByRole('group', { name: 'Saved filters' })
  await saved.getByRole('button', { name: 'Save this filter' }).click()
  await saved.getByLabel('Name of the filter').fill('Approved of the demo')
  await saved.getByLabel('Name of the filter').press('Enter')
  await expect(saved.getByRole('button', { name: 'Forget the filter Approved of the demo' })).toBeVisible()

  await page.goto('/admin/payments')
  await saved.getByRole('button', { name: 'Approved of the demo' }).click()
  await expect(page).toHaveURL(/status=approved/)
  await expect(page.getByLabel('Search')).toHaveValue('demo')
  await saved.getByRole('button', { name: 'Forget the filter Approved of the demo' }).click()
  await expect(saved.getByRole('button', { name: 'Save this filter' })).toBeVisible()
  await page.goto('/admin/payments')
  await expect(saved).toHaveCount(0)
})

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
