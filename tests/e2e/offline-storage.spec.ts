import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import { ARRIVAL_MS, paymentsOf, submissionsOf } from '../support/sales/outbox.ts'
import { readyForOffline, rowsOf, type Phone } from '../support/people/phone.ts'
import { approves } from '../support/sales/purchases.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { goesOn } from '../support/looks/sound.ts'
import { expect, test } from '../support/stories/pocket.ts'

const memory = 'This browser does not let the shop store anything.'

/** Runs in the page before its own code: some private windows and policies block the database. */
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

test('Where the browser blocks the database the shop works online, says so, and sells a ticket', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  const notice = page.getByRole('status').filter({ hasText: memory })
  await visitor.context.addInitScript(blockDatabase)
  // Only links from here on: a reload would lose the tab's data and the sign-in.
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
  await approves(shop, payment.orderCode)
  await visitor.seesTicketsArrive()
  await goesOn(page, '/my-tickets')
  await expect(visitor.ticket(choice).getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
  await expect(page.getByText('Kept in this tab only: nothing is saved on this device')).toBeVisible()
})

test('The database is deleted under the running app: the app goes on, fills it again, and the customer can sign in', async ({
  owner,
}) => {
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
    page.getByRole('status').filter({ hasText: 'This browser’s data for the shop was deleted.' }),
  ).toBeVisible()
  await expect.poll(async () => (await rowsOf(page, 'events')).length).toBeGreaterThan(0)
  await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
  await expect(page.getByText(memory)).toHaveCount(0)
  await owner.signsIn()
})

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

async function fillsUp(
  { context }: Pick<Phone, 'context'>,
  page: Page,
  origin: string,
  quotaSize = 1,
): Promise<() => Promise<void>> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
  // The browser caches the free quota for half a minute.
  await expect.poll(() => writesSomething(page), { timeout: 60_000 }).toBe('QuotaExceededError')
  return async () => void (await cdp.send('Storage.overrideQuotaForOrigin', { origin }))
}

test('A new visitor on a full phone sees every list, and buys to the end', async ({ visitor, shop }) => {
  const { page } = visitor
  const notice = page.getByRole('status').filter({ hasText: 'This device is full; nothing is kept.' })
  // A page of the shop without its code, so that nothing is stored before the phone is full.
  await page.goto('/robots.txt')
  await fillsUp(visitor, page, shop.url, 120_000)
  await page.goto('/concerts')
  await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
  await expect(notice).toHaveCount(1)
  const day = await visitor.books('Saltpan Radio')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await visitor.fillsInTheRegistration()
  await expect(page.getByRole('heading', { level: 1, name: 'Saltpan Radio' })).toBeVisible()
  const opened = await visitor.opensSeats()
  await opened.picker.getByRole('button', { name: 'Best 1 seat' }).click()
  const choice = await visitor.addsToCart('Saltpan Radio', day, opened)
  await page
    .getByRole('dialog', { name: 'Your cart' })
    .getByRole('button', { name: /^Proceed to Checkout/ })
    .click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  const payment = await visitor.submits(await visitor.fillsInPayment())
  await visitor.seesItBeingChecked()
  await approves(shop, payment.orderCode)
  await visitor.seesTicketsArrive()
  await goesOn(page, '/my-tickets')
  await expect(visitor.ticket(choice).getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
  await expect(page.getByText('Kept in this tab only: nothing is saved on this device')).toBeVisible()
  await expect(notice).toHaveCount(1)
})

test('The device is full at Submit: it is sent from the page, which says so, and kept once there is space', async ({
  phone,
  owner,
  shop,
}) => {
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  const choice = await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  const draft = await owner.fillsInPayment()
  const makesRoom = await fillsUp(phone, page, shop.url)
  const payment = await owner.submits(draft)
  await owner.seesItBeingChecked()
  await expect(page.getByText('This device is full.')).toBeVisible()
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))).toEqual([
    { code: payment.orderCode, status: 'pending', pictures: 1, claims: 1 },
  ])
  expect(await submissionsOf(page)).toEqual([])

  await makesRoom()
  await approves(shop, payment.orderCode)
  await owner.seesTicketsArrive()
  await goesOn(page, '/my-tickets')
  await expect(owner.ticket(choice).getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
})

test('A phone that became full after Submit sends what it has stored when the network is back, once', async ({
  phone,
  owner,
  shop,
}) => {
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  await shop.stop()
  const payment = await owner.submits(await owner.fillsInPayment())
  await expect(page.getByRole('heading', { name: 'Your payment details are saved on this device.' })).toBeVisible()
  await fillsUp(phone, page, shop.url)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('This device is full.')).toBeVisible()

  const sent: string[] = []
  page.on('response', (answer) => {
    if (answer.ok() && answer.url().includes('/rpc/submit_payment')) sent.push(answer.url())
  })
  await shop.restart()
  await expect(page.getByRole('heading', { name: 'We’re checking your payment.' })).toBeVisible({ timeout: ARRIVAL_MS })
  await expect(page.getByText('This device is full.')).toBeVisible()
  // A payment that could not be marked as sent is not sent again when the outbox wakes.
  const synced = page.waitForResponse((answer) => answer.ok() && answer.url().includes('/rpc/my_wallet'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await synced
  expect(sent.length, 'accepted submissions of this page').toBeLessThanOrEqual(1)
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))).toEqual([
    { code: payment.orderCode, status: 'pending', pictures: 1, claims: 1 },
  ])
})

test('A page loaded past a running worker is controlled by it afterwards', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/concerts')
  await readyForOffline(page)
  // Bypasses the worker, as a page loads while the worker activates.
  const devtools = await page.context().newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), devtools.send('Page.reload', { ignoreCache: true })])
  await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
})
