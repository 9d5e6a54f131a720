import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { startShop, type Shop } from '../../support/shop.ts'
import { timeLeft } from '../../support/time-left.ts'
import { Customer } from './customer.ts'
import { Staff } from './staff.ts'
import { keepToasts } from './toasts.ts'

export { expect }

interface People {
  /** A new visitor with a browser of their own, not signed in. */
  visitor: Customer
  customer: Customer
  rival: Customer
  staff: Staff
  timeLeft: undefined
}

interface Places {
  /** The real server with the demo's year of concerts, shared by the stories of one worker. */
  shop: Shop
}

/** Stories have people as fixtures, each with a browser context. */
export const test = base.extend<People, Places>({
  timeLeft,
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const shop = await startShop({ template: 'demo' })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  visitor: async ({ browser }, use) => {
    await withPage(browser, async (context, page) => use(new Customer(context, page)))
  },
  customer: async ({ browser }, use) => {
    await withPage(browser, async (context, page) => {
      const customer = new Customer(context, page)
      await customer.registers()
      await use(customer)
    })
  },
  rival: async ({ browser }, use) => {
    await withPage(browser, async (context, page) => {
      const rival = new Customer(context, page)
      await rival.registers()
      await use(rival)
    })
  },
  staff: async ({ browser }, use) => {
    await withPage(browser, async (_, page) => {
      const staff = new Staff(page)
      await staff.signsIn()
      await use(staff)
    })
  },
})

/** Fails on unhandled errors and blocked resources. */
async function withPage(browser: Browser, use: (context: BrowserContext, page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext()
  const broken: string[] = []
  context.on('weberror', (event) => broken.push(String(event.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Permissions-Policy/.test(message.text())) broken.push(message.text())
  })
  const page = await context.newPage()
  await keepToasts(page)
  await use(context, page)
  await context.close()
  expect(broken, 'unhandled errors of the page').toEqual([])
}
