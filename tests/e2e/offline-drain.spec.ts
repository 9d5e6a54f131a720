import type { CDPSession, Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import { everythingIsSent, paymentsOf, picturesOf, submissionsOf } from '../support/sales/outbox.ts'
import { readyForOffline } from '../support/people/phone.ts'
import { approves } from '../support/sales/purchases.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { expect, test } from '../support/stories/pocket.ts'

const BACKGROUND_SEND_TAG = 'mehfil-outbox'
const SUBMITS = '**/rest/v1/rpc/submit_payment'

/** The worker's registration, as DevTools names it. */
async function registrationOf(page: Page): Promise<{ cdp: CDPSession; registrationId: string }> {
  const cdp = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find((one) => page.url().startsWith(one.scopeURL) && !one.isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return { cdp, registrationId: await found }
}

/** Sends the sync event that the browser sends when a network returns. */
async function wakeWorker(page: Page): Promise<void> {
  const { cdp, registrationId } = await registrationOf(page)
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(page.url()).origin,
    registrationId,
    tag: BACKGROUND_SEND_TAG,
    lastChance: false,
  })
}

/** Runs in the worker: the packaged browser has no notifications, so what would be shown is recorded, the last of a tag. */
function recordNotifications(): void {
  const shown = new Map<string, string>()
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
  Object.defineProperty(Notification, 'permission', { value: 'granted' })
  registration.showNotification = async (title, { body, tag } = {}) => void shown.set(tag ?? '', `${title}: ${body}`)
  Object.assign(globalThis, { shown })
}

test('Two tabs and the worker send at once: each submission arrives once', async ({ phone, owner, shop }) => {
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  const codes: string[] = []
  for (const concert of [await publishConcert(shop, [hall]), await publishConcert(shop, [hall])]) {
    await owner.takesSeats(concert, 1)
    await owner.goesToCheckout()
    await phone.context.route(SUBMITS, (route) => route.abort('connectionreset'))
    codes.push((await owner.submits(await owner.fillsInPayment())).orderCode)
    await expect(page.getByRole('alert')).toContainText('It is saved on this device and will be sent.')
    await page.goto('/')
  }
  const other = await phone.context.newPage()
  await Promise.all([page.goto('/my-tickets'), other.goto('/my-tickets')])
  await expect(other.getByRole('button', { name: 'Send now' })).toHaveCount(codes.length)
  await phone.context.unroute(SUBMITS)
  // Counts answers: on a stalled machine a request may stay unanswered and is then repeated. The worker's are not seen here.
  const accepted: string[] = []
  phone.context.on('response', (response) => {
    if (!response.ok() || !response.url().includes('/rpc/submit_payment')) return
    const { p_order_id } = response.request().postDataJSON() as { p_order_id: string }
    accepted.push(p_order_id)
  })
  const sendNow = (tab: Page) => tab.getByRole('button', { name: 'Send now' }).first().click({ timeout: 3000 })
  await Promise.all([sendNow(page), sendNow(other), wakeWorker(page)].map((press) => press.catch(() => undefined)))
  await everythingIsSent(page)
  const orders = (await submissionsOf(page)).map((row) => row.orderId)
  expect(orders).toEqual(expect.arrayContaining(accepted))
  expect(accepted, 'submissions that the server accepted').toHaveLength(new Set(accepted).size)

  const stored = await inDatabase(shop, async (sql) => ({
    payments: await paymentsOf(sql, owner.email),
    pictures: await picturesOf(sql, owner.email),
  }))
  expect(stored.payments.map((row) => row.code).sort()).toEqual([...codes].sort())
  expect(stored.pictures).toBe(codes.length)
})

test('With no page open the worker sends waiting payments and fetches the tickets, each with a notification', async ({
  phone,
  owner,
  shop,
}) => {
  const { page } = owner
  await page.goto('/')
  await readyForOffline(page)
  const { singer } = await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.goesToCheckout()
  await shop.stop()
  const payment = await owner.submits(await owner.fillsInPayment())
  await expect(page.getByRole('alert')).toContainText('It is saved on this device and will be sent.')

  const { cdp, registrationId } = await registrationOf(page)
  const worker = phone.context.serviceWorkers()[0]!
  await worker.evaluate(recordNotifications)
  const elsewhere = await phone.context.newPage()
  await elsewhere.goto('about:blank')
  const away = await phone.context.newCDPSession(elsewhere)
  await away.send('ServiceWorker.enable')
  await cdp.detach()
  await page.close()
  await shop.restart()
  const wake = () =>
    away.send('ServiceWorker.dispatchSyncEvent', {
      origin: shop.url,
      registrationId,
      tag: BACKGROUND_SEND_TAG,
      lastChance: false,
    })
  const shown = () =>
    worker.evaluate(() => [...(globalThis as unknown as { shown: Map<string, string> }).shown.values()])
  const wokenShows = async () => {
    await wake()
    return shown()
  }
  const again = { timeout: 90_000, intervals: [3_000] }
  await expect.poll(wokenShows, again).toEqual([expect.stringContaining(payment.orderCode)])
  await approves(shop, payment.orderCode)
  await expect
    .poll(wokenShows, again)
    .toContainEqual(expect.stringMatching(new RegExp(`^Your tickets are here: ${singer}`)))
  expect(await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))).toEqual([
    { code: payment.orderCode, status: 'approved', pictures: 1, claims: 0 },
  ])
})
