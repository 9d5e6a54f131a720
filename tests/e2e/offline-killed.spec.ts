import { setTimeout as sleep } from 'node:timers/promises'
import { inDatabase } from '../support/database/database.ts'
import type { Customer, Payment } from '../support/people/customer.ts'
import type { Shop } from '../support/server/shop.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { ARRIVAL_MS, everythingIsSent, paymentsOf, picturesOf, submissionsOf } from '../support/sales/outbox.ts'
import { expect, test } from '../support/stories/pocket.ts'
import { isLongStorm } from '../storm/random.ts'

/** Milliseconds after Submit: the first fall before the device has stored it, the last after it arrived. */
const MOMENTS_MS = isLongStorm() ? [0, 5, 15, 30, 60, 100, 180, 300, 600, 1200] : [0, 30, 180, 600]

const submitButton = 'Send the details'

/** A concert for each order: no seat of it can have been sold. */
async function fillsIn(owner: Customer, shop: Shop): Promise<Payment> {
  await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  return owner.fillsInPayment()
}

test('The browser is killed at moments between Submit and the acknowledgement: each payment arrives once', async ({
  phone,
  owner,
  shop,
}) => {
  const codes: string[] = []
  const onDevice: string[] = []
  for (const moment of MOMENTS_MS) {
    await test.step(`${moment} ms after Submit`, async () => {
      const payment = await fillsIn(owner, shop)
      codes.push(payment.orderCode)
      // Pressed inside the page, so that the clock starts with the press.
      await owner.page.getByRole('button', { name: submitButton }).evaluate((button: HTMLElement) => button.click())
      await sleep(moment)
      await phone.kill()

      owner.page = await phone.open()
      await owner.page.goto('/')
      const states = (await submissionsOf(owner.page)).map((row) => row.orderCode)
      onDevice.push(states.includes(payment.orderCode) ? 'submitted' : 'form')
      if (!states.includes(payment.orderCode)) {
        await owner.page.goto('/checkout')
        await expect(owner.page.getByLabel('UTR, 12 digits')).toHaveValue(payment.reference)
        await expect(owner.page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
        await owner.submits(payment)
      }
      await everythingIsSent(owner.page)
    })
  }
  test.info().annotations.push({ type: 'where the kill found it', description: onDevice.join(' ') })
  expect(onDevice, 'some kills came after it was on the device').toContain('submitted')

  const stored = await inDatabase(shop, async (sql) => ({
    payments: await paymentsOf(sql, owner.email),
    pictures: await picturesOf(sql, owner.email),
  }))
  expect(stored.payments).toEqual(codes.map((code) => ({ code, status: 'pending', pictures: 1, claims: 1 })))
  expect(stored.pictures).toBe(codes.length)
})

test('The server is killed at moments between Submit and the acknowledgement: each payment arrives once', async ({
  owner,
  shop,
}) => {
  const codes: string[] = []
  for (const moment of MOMENTS_MS) {
    await test.step(`${moment} ms after Submit`, async () => {
      const payment = await fillsIn(owner, shop)
      codes.push(payment.orderCode)
      await owner.page.getByRole('button', { name: submitButton }).evaluate((button: HTMLElement) => button.click())
      await sleep(moment)
      await shop.kill()
      await owner.page.waitForURL(/\/checkout\?order=/)
      await shop.restart()
      await expect(owner.page.getByRole('heading', { name: 'We’re checking your payment.' })).toBeVisible({
        timeout: ARRIVAL_MS,
      })
    })
  }
  const stored = await inDatabase(shop, async (sql) => ({
    payments: await paymentsOf(sql, owner.email),
    pictures: await picturesOf(sql, owner.email),
  }))
  expect(stored.payments).toEqual(codes.map((code) => ({ code, status: 'pending', pictures: 1, claims: 1 })))
  expect(stored.pictures).toBe(codes.length)
})
