import { randomBytes } from 'node:crypto'
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { DEMO_PASSWORD, startShop, type Shop } from '../server/shop.ts'
import { signedIn } from '../device/stored-session.ts'
import { newCustomer } from '../server/visitor.ts'
import { Customer } from '../people/customer.ts'
import { Staff } from '../people/staff.ts'
import { keepToasts } from '../looks/toasts.ts'

export { expect }

interface People {
  /** A new visitor with a browser of their own, not signed in. */
  visitor: Customer
  customer: Customer
  rival: Customer
  staff: Staff
}

type WorkerFixture = [
  (args: object, use: (shop: Shop) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
]

interface Places {
  /** The real server with the demo's year of concerts, shared by the stories of one worker. */
  shop: Shop
}

/** The fixture of a shop that a worker's stories share, the demo's unless said otherwise; `ready` comes before them. */
export const ownShop = (
  options: Parameters<typeof startShop>[0] = { template: 'demo' },
  ready?: (shop: Shop) => Promise<void>,
): WorkerFixture => [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  async ({}, use) => {
    const shop = await startShop(options)
    await ready?.(shop)
    await use(shop)
    await shop.dispose()
  },
  { scope: 'worker', timeout: 400_000 },
]

/** Stories have people as fixtures, each with a browser context. */
export const test = base.extend<People, Places>({
  shop: ownShop(),
  baseURL: async ({ shop }, use) => use(shop.url),
  visitor: async ({ browser }, use) => {
    await withPage(browser, async (context, page) => use(new Customer(context, page)))
  },
  customer: async ({ browser, shop }, use) => {
    await withCustomer(browser, shop, use)
  },
  rival: async ({ browser, shop }, use) => {
    await withCustomer(browser, shop, use)
  },
  staff: async ({ browser, shop }, use) => {
    const state = await signedIn(shop, { email: 'admin@demo.mehfil.example', password: DEMO_PASSWORD })
    await withPage(browser, async (_, page) => use(new Staff(page)), state)
  },
})

/** A customer with an account of their own, signed in. */
async function withCustomer(browser: Browser, shop: Shop, use: (customer: Customer) => Promise<void>): Promise<void> {
  const account = await newCustomer(shop, `Asha ${randomBytes(4).toString('hex')}`)
  const state = await signedIn(shop, account)
  await withPage(browser, async (context, page) => use(new Customer(context, page, account)), state)
}

/** Fails on unhandled errors and blocked resources. */
async function withPage(
  browser: Browser,
  use: (context: BrowserContext, page: Page) => Promise<void>,
  storageState?: BrowserContextOptions['storageState'],
): Promise<void> {
  const context = await browser.newContext({ ...(storageState && { storageState }) })
  const broken: string[] = []
  context.on('weberror', (event) => broken.push(String(event.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Permissions-Policy/.test(message.text())) broken.push(message.text())
  })
  const page = await context.newPage()
  await keepToasts(page)
  await use(context, page)
  await context.close()
  expect(broken.join('\n'), 'unhandled errors of the page').toBe('')
}
