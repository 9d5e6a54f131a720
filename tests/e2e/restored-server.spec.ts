import { cpSync, rmSync } from 'node:fs'
import { inDatabase } from '../support/database/database.ts'
import type { Shop } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { ARRIVAL_MS } from '../support/sales/outbox.ts'
import { approves } from '../support/sales/purchases.ts'
import { soldOf } from '../support/sales/sales.ts'
import { expect, test } from '../support/stories/story.ts'

const LOOKING = { timeout: 2 * ARRIVAL_MS, intervals: [2_000] }

/** Reads as staff do: a look into the database itself would stop the server that the phone is to find again. */
async function statusesOf(shop: Shop, orderCode: string): Promise<() => Promise<string[] | undefined>> {
  const { client } = await demoPerson(shop, 'admin')
  return async () => {
    const { data } = await client.from('payments').select('status').eq('order_code', orderCode)
    return data?.map((row) => row.status as string)
  }
}

const beingChecked = 'We’re checking your payment.'

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
  shop,
}) => {
  const restore = await backUp(shop)
  await customer.choosesSeats('Saltpan Radio', 2)
  const payment = await customer.pays()
  // Else the phone may have sent it again before this looks.
  await customer.page.context().setOffline(true)
  await restore()
  expect((await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))).payments).toEqual([])
  await customer.page.context().setOffline(false)

  await expect.poll(await statusesOf(shop, payment.orderCode), LOOKING).toEqual(['pending'])
  await expect(customer.page.getByRole('heading', { name: beingChecked })).toBeVisible({ timeout: ARRIVAL_MS })
  await approves(shop, payment.orderCode)
  await customer.seesTicketsArrive()
  const stored = await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  expect(stored.payments).toMatchObject([{ status: 'approved' }])
  expect(stored.screenshots).toHaveLength(1)
})

test('An account made after the backup registers again, and its payment is sent again', async ({
  visitor,
  staff,
  shop,
}) => {
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
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText(`Order ${payment.orderCode}`)
  await expect.poll(await statusesOf(shop, payment.orderCode), LOOKING).toEqual(['pending'])
  const dialog = await staff.opensPayment(payment)
  await expect(dialog).toContainText(visitor.email)
})
