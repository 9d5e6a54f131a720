import { inDatabase } from '../support/database/database.ts'
import { ARRIVAL_MS, paymentsOf, picturesOn, submissionsOf } from '../support/sales/outbox.ts'
import { approves } from '../support/sales/purchases.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { goesOn } from '../support/looks/sound.ts'
import { expect, test } from '../support/stories/pocket.ts'

const doesNotStay = /^This is a private window: when you close it, your ticket is no longer on this device/

/** Runs in the page before its own code: WebKit's private session stores no Blob and has no file system. */
function behaveAsPrivate(alsoBytes: boolean): void {
  const refused = (value: unknown): boolean =>
    value instanceof Blob ||
    (alsoBytes && value instanceof ArrayBuffer) ||
    (typeof value === 'object' && value !== null && Object.values(value).some(refused))
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      if (refused(value)) throw new DOMException('BlobURLs are not yet supported.', 'DataCloneError')
      return key === undefined ? write.call(this, value) : write.call(this, value, key)
    }
  }
  StorageManager.prototype.getDirectory = () =>
    Promise.reject(new DOMException('The operation failed for an unknown transient reason.', 'UnknownError'))
}

/** As behaveAsPrivate(), but only after the page receives `tell`. */
function tellsLate(): void {
  const told = new Promise((resolve) => addEventListener('tell', resolve))
  StorageManager.prototype.getDirectory = async () => {
    await told
    throw new DOMException('The operation failed for an unknown transient reason.', 'UnknownError')
  }
}

test('A private window that keeps no Blob sells a ticket, and says how to take it along', async ({ owner, shop }) => {
  const { page } = owner
  await owner.context.addInitScript(behaveAsPrivate, false)
  await page.goto('/')
  const choice = await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  await expect(page.getByText(doesNotStay)).toBeVisible()
  const filled = await owner.fillsInPayment()
  await page.reload()
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveValue(filled.reference)
  const payment = await owner.submits(filled)
  await owner.seesItBeingChecked()
  await expect(page.getByText(doesNotStay)).toBeVisible()
  // Kept, because a restored server may ask for it again.
  expect(await picturesOn(page)).toEqual((await submissionsOf(page)).map((row) => row.orderId))
  await approves(shop, payment.orderCode)
  await owner.seesTicketsArrive()
  await goesOn(page, '/my-tickets')
  await expect(page.getByText(doesNotStay)).toBeVisible()
  await owner.ticket(choice).getByRole('link', { name: 'Show ticket' }).click()
  await expect(page.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
  await expect(page.getByText(doesNotStay)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()

  // A late detection does not move a button that is about to be pressed.
  await owner.context.addInitScript(tellsLate)
  await page.goto('/my-tickets')
  const open = owner.ticket(choice).getByRole('link', { name: 'Show ticket' })
  const before = await open.boundingBox()
  await expect(page.getByText(doesNotStay)).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('tell')))
  await expect(page.getByText(doesNotStay)).toBeVisible()
  expect(await open.boundingBox()).toEqual(before)
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))).toEqual([
    { code: payment.orderCode, status: 'approved', pictures: 1, claims: 0 },
  ])
})

test('In a browser that stores no picture, the page keeps it, says so and sends it', async ({ owner, shop }) => {
  const { page } = owner
  await owner.context.addInitScript(behaveAsPrivate, true)
  await page.goto('/')
  await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  const filled = await owner.fillsInPayment()
  await expect(
    page.getByText('This device does not keep the picture. Keep this page open until it has been sent.'),
  ).toBeVisible()
  await shop.stop()
  const payment = await owner.submits(filled)
  await expect(page.getByRole('heading', { name: 'Your payment details are in this page only.' })).toBeVisible()
  await expect(page.getByText('keep this page open until they have reached us')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Keep this page open until it is sent.')
  expect(await submissionsOf(page)).toEqual([])
  await shop.restart()
  await expect(page.getByRole('heading', { name: 'We’re checking your payment.' })).toBeVisible({ timeout: ARRIVAL_MS })
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))).toEqual([
    { code: payment.orderCode, status: 'pending', pictures: 1, claims: 1 },
  ])
})
