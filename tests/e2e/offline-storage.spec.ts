import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database.ts'
import { paymentsOf } from './support/outbox.ts'
import { readyForOffline, rowsOf } from './support/phone.ts'
import { expect, test } from './support/pocket.ts'

const memory = 'This browser does not let the shop store anything.'

/** Runs in the page before its own code: as some private windows and policies have it. */
function blockDatabase(): void {
  Object.defineProperty(globalThis, 'indexedDB', {
    value: {
      open() {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      },
      deleteDatabase() {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      },
    },
  })
}

test('Where the browser blocks the database the shop works online, says what that means, and sells a ticket', async ({
  visitor,
  staff,
}) => {
  test.setTimeout(180_000)
  const { page } = visitor
  const notice = page.getByRole('status').filter({ hasText: memory })
  await visitor.context.addInitScript(blockDatabase)
  // From here on by links alone: what is kept in the tab goes with a reload, and so does being signed in.
  const day = await visitor.books('Saltpan Radio')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(notice).toBeVisible()
  await visitor.fillsInTheRegistration()
  await expect(page.getByRole('heading', { level: 1, name: 'Saltpan Radio' })).toBeVisible()
  await expect(notice).toBeVisible()
  const opened = await visitor.opensSeats()
  await opened.picker.getByRole('button', { name: 'Best 1 seat' }).click()
  const choice = await visitor.addsToCart('Saltpan Radio', day, opened)
  await page
    .getByRole('dialog', { name: 'Your cart' })
    .getByRole('button', { name: /^Proceed to Checkout/ })
    .click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await expect(notice).toBeVisible()
  const payment = await visitor.submits(await visitor.fillsInPayment())
  await visitor.seesItBeingChecked()
  await staff.approves(payment)
  await visitor.seesTicketsArrive()
  await page.getByRole('button', { name: 'View My Tickets' }).click()
  await expect(visitor.ticket(choice).getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
  await expect(page.getByText('Kept in this tab only: this browser saves nothing')).toBeVisible()
})

test('The database is deleted under the running app: it goes on, fills itself again, and the person can sign in', async ({
  owner,
}) => {
  test.setTimeout(180_000)
  const { page } = owner
  await page.goto('/concerts')
  await readyForOffline(page)
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('mehfil')
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => reject(new Error('not deleted')))
      }),
  )
  await expect(
    page.getByRole('status').filter({ hasText: 'What this browser kept for the shop was deleted.' }),
  ).toBeVisible()
  await expect.poll(async () => (await rowsOf(page, 'events')).length).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
  await expect(page.getByText(memory)).toHaveCount(0)
  await owner.signsIn()
})

/** Writes a little beside the shop's data; answers 'written', or the name of what the browser refuses with. */
function writesSomething(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const open = indexedDB.open('beside')
        open.addEventListener('upgradeneeded', () => open.result.createObjectStore('rows', { autoIncrement: true }))
        open.addEventListener('error', () => resolve(open.error?.name ?? 'not opened'))
        open.addEventListener('success', () => {
          const write = open.result.transaction('rows', 'readwrite')
          const end = (how: string) => {
            open.result.close()
            resolve(how)
          }
          write.addEventListener('complete', () => end('written'))
          write.addEventListener('abort', () => end(write.error?.name ?? 'aborted'))
          write.objectStore('rows').add('x'.repeat(100_000))
        })
      }),
  )
}

test('The device is full: Submit says so, nothing is lost, and once there is space it is sent', async ({
  phone,
  owner,
  shop,
}) => {
  test.setTimeout(180_000)
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  await owner.choosesSeats('Arka Sen', 1)
  await owner.goesToCheckout()
  const draft = await owner.fillsInPayment()
  const cdp = await phone.context.newCDPSession(page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: shop.url, quotaSize: 1 })
  // The browser remembers for half a minute how much room there was.
  await expect.poll(() => writesSomething(page), { timeout: 60_000 }).toBe('QuotaExceededError')
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await expect(page.getByText('Error submitting payment. Please try again.').first()).toBeVisible()
  await expect(page.getByText('This device is full.').first()).toBeVisible()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveValue(draft.reference)
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()

  await cdp.send('Storage.overrideQuotaForOrigin', { origin: shop.url })
  const payment = await owner.submits(draft)
  await owner.seesItBeingChecked()
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))).toEqual([
    { code: payment.orderCode, status: 'pending', pictures: 1, claims: 1 },
  ])
})
