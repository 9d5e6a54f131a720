import { cpSync, rmSync } from 'node:fs'
import { inDatabase } from '../support/database.ts'
import type { Shop } from '../support/shop.ts'
import { ARRIVAL_MS } from './support/outbox.ts'
import { soldOf } from './support/sales.ts'
import { expect, test } from './support/story.ts'

/** Reading the database stops the server, so the phone needs time to reach it between two reads. */
const LOOKING = { timeout: 2 * ARRIVAL_MS, intervals: [15_000] }
const statuses = (sold: { payments: { status: string }[] }): string[] => sold.payments.map((row) => row.status)

const beingChecked = 'We have your payment details and are checking them now.'

async function backUp(shop: Shop): Promise<() => Promise<void>> {
  const copy = `${shop.dataDir}.backup`
  await shop.stop()
  cpSync(shop.dataDir, copy, { recursive: true })
  await shop.restart()
  return async () => {
    await shop.stop()
    rmSync(shop.dataDir, { recursive: true })
    cpSync(copy, shop.dataDir, { recursive: true })
    rmSync(copy, { recursive: true })
    await shop.restart()
  }
}

test('A backup from before a payment is restored: the customer’s phone sends it again, and staff see it once', async ({
  customer,
  staff,
  shop,
}) => {
  test.setTimeout(300_000)
  const restore = await backUp(shop)
  await customer.choosesSeats('Saltpan Radio', 2)
  const payment = await customer.pays()
  await restore()
  expect((await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))).payments).toEqual([])

  const stored = () => inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  await expect.poll(async () => statuses(await stored()), LOOKING).toEqual(['pending'])
  expect((await stored()).screenshots).toHaveLength(1)
  await expect(customer.page.getByRole('heading', { name: beingChecked })).toBeVisible({ timeout: ARRIVAL_MS })
  await staff.approves(payment)
  await customer.seesTicketsArrive()
  expect(statuses(await stored())).toEqual(['approved'])
})

test('An account made after the backup registers again, and its payment is sent again', async ({
  visitor,
  staff,
  shop,
}) => {
  test.setTimeout(300_000)
  const restore = await backUp(shop)
  await visitor.registers()
  await visitor.choosesSeats('Arka Sen', 1)
  const payment = await visitor.pays()
  await restore()

  const { page } = visitor
  // The restored server lacks the account: the session ends, and the payment waits on the phone.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: ARRIVAL_MS })
  await visitor.registers()
  await page.goto('/my-tickets')
  await expect(page.getByText(`Order ${payment.orderCode}`)).toBeVisible()
  const stored = () => inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  await expect.poll(async () => statuses(await stored()), LOOKING).toEqual(['pending'])
  const dialog = await staff.opensPayment(payment)
  await expect(dialog).toContainText(visitor.email)
})
