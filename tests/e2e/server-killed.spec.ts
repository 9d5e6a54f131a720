import { inDatabase } from '../support/database/database.ts'
import { soldOf } from '../support/sales/sales.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/story.ts'

/** The longest wait of an outbox after a few failures, and the request. */
const BACK_MS = 45_000
const SUBMIT = '**/rest/v1/rpc/submit_payment'

const beingChecked = 'We’re checking your payment.'
const savedOnDevice = 'Your payment details are saved on this device.'

test('The server is killed between upload and submission: the payment arrives once, by itself', async ({
  customer,
  shop,
}) => {
  const choice = await customer.takesSeats(await publishConcert(shop, [hall]), 2)
  await customer.goesToCheckout()
  const draft = await customer.fillsInPayment()
  const killed = Promise.withResolvers<void>()
  await customer.context.route(
    SUBMIT,
    async (route) => {
      await shop.kill()
      await route.continue()
      killed.resolve()
    },
    { times: 1 },
  )

  const payment = await customer.submits(draft)
  await killed.promise
  await expect(customer.page.getByRole('heading', { name: savedOnDevice })).toBeVisible()
  await expect(customer.page.getByRole('alert')).toContainText('It is saved on this device and will be sent.')
  await shop.restart()
  await expect(customer.page.getByRole('heading', { name: beingChecked })).toBeVisible({ timeout: BACK_MS })

  const sold = await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  expect(sold.payments.map((row) => row.status)).toEqual(['pending'])
  expect(sold.screenshots).toHaveLength(1)
  expect(sold.claims.map((claim) => claim.state)).toEqual(choice.seats.map(() => 'under_review'))
})

test('The server is killed after it stored the payment and before it answered: the payment is there once', async ({
  customer,
  shop,
}) => {
  await customer.takesSeats(await publishConcert(shop, [hall]), 1)
  await customer.goesToCheckout()
  const draft = await customer.fillsInPayment()
  const killed = Promise.withResolvers<void>()
  await customer.context.route(
    SUBMIT,
    async (route) => {
      expect((await route.fetch()).ok()).toBe(true)
      await shop.kill()
      await route.abort('connectionreset')
      killed.resolve()
    },
    { times: 1 },
  )

  const payment = await customer.submits(draft)
  await killed.promise
  await expect(customer.page.getByRole('heading', { name: savedOnDevice })).toBeVisible()
  await shop.restart()
  await expect(customer.page.getByRole('heading', { name: beingChecked })).toBeVisible({ timeout: BACK_MS })

  const sold = await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  expect(sold.payments.map((row) => row.status)).toEqual(['pending'])
  expect(sold.screenshots).toHaveLength(1)
})
