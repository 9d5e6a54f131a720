import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import { otherVersion, copyOfPages } from '../support/server/pages.ts'
import { everythingIsSent, paymentsOf, submissionsOf } from '../support/sales/outbox.ts'
import { readyForOffline } from '../support/people/phone.ts'
import { expect, test } from '../support/stories/pocket.ts'

const SUBMITS = '**/rest/v1/rpc/submit_payment'
/** A new worker waits 20 s for the page in front before it counts the page as broken. */
const TAKES_OVER_MS = 60_000

const looksForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

const isWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))

/** Opens an address, again if a new worker was just reloading the page. */
async function opens(page: Page, path: string): Promise<void> {
  for (;;) {
    const trouble = await page.goto(path).then(
      () => null,
      (error: unknown) => String(error),
    )
    if (trouble === null) return
    if (!/ERR_ABORTED|interrupted by another navigation/.test(trouble)) throw new Error(trouble)
    await page.waitForLoadState()
    if (new URL(page.url()).pathname === path) return
  }
}

async function countLoads(page: Page): Promise<() => number> {
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  return () => loads
}

test('A new version comes during checkout: nothing is lost, it asks afterwards, and sends what the old one wrote', async ({
  phone,
  owner,
  shop,
}) => {
  const next = otherVersion()
  try {
    const { page } = owner
    await page.goto('/')
    await readyForOffline(page)
    const prompt = page.getByRole('status').filter({ hasText: 'A new version is ready.' })

    await owner.choosesSeats('Kesarbagh Collective', 1)
    await owner.goesToCheckout()
    const draft = await owner.fillsInPayment()
    const loads = await countLoads(page)
    await shop.restart({ PAGES_DIR: next })
    await looksForUpdate(page)
    await expect.poll(() => isWaiting(page), { timeout: TAKES_OVER_MS }).toBe(true)
    await expect(prompt).toHaveCount(0)
    await expect(page.getByLabel('UTR, 12 digits')).toHaveValue(draft.reference)
    await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible()

    await phone.context.route(SUBMITS, (route) => route.abort('connectionreset'))
    const payment = await owner.submits(draft)
    await expect(page.getByRole('heading', { name: 'Your payment details are saved on this device.' })).toBeVisible()
    await expect(prompt).toHaveCount(0)
    expect(loads()).toBe(0)

    // Away from checkout it asks; the old version's pages still open although the server has deleted them.
    await page.getByRole('link', { name: 'Concerts' }).first().click()
    await expect(prompt).toBeVisible()
    await page.getByRole('link', { name: 'About' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await submissionsOf(page)).map((row) => row.state)).not.toContain('sent')
    await prompt.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(loads).toBe(1)
    await page.waitForLoadState()
    await expect.poll(() => isWaiting(page)).toBe(false)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await opens(page, '/concerts')
    await page
      .getByRole('link', { name: /Kesarbagh Collective/ })
      .first()
      .click()
    await expect(page.getByText(/sample/i).first()).toBeVisible()
    const before = loads()
    await page.waitForTimeout(3000)
    expect(loads(), 'no reload loop').toBe(before)

    await phone.context.unroute(SUBMITS)
    await everythingIsSent(page)
    expect(await inDatabase(shop, (sql) => paymentsOf(sql, owner.email))).toEqual([
      { code: payment.orderCode, status: 'pending', pictures: 1, claims: 1 },
    ])
  } finally {
    await shop.restart({})
  }
})

test('A broken version is replaced by the next one without a press', async ({ phone, shop }) => {
  const { page } = phone
  const broken = copyOfPages({
    'service-worker.js': `
      self.addEventListener('install', () => self.skipWaiting())
      self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
      self.addEventListener('fetch', (event) => {
        if (event.request.mode === 'navigate')
          event.respondWith(new Response('<title>broken</title>', { headers: { 'content-type': 'text/html' } }))
      })`,
  })
  rmSync(`${broken}/service-worker.js.br`, { force: true })
  try {
    await page.goto('/')
    await readyForOffline(page)
    await shop.restart({ PAGES_DIR: broken })
    await looksForUpdate(page)
    await expect
      .poll(async () => {
        await page.goto('/concerts').catch(() => undefined)
        return page.title()
      })
      .toBe('broken')

    await shop.restart({})
    await opens(page, '/concerts')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: TAKES_OVER_MS })
    await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
  } finally {
    await shop.restart({})
    rmSync(broken, { recursive: true, force: true })
  }
})
