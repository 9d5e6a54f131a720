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
  shop: Shop
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

/** Of the real server, with the demo's year of concerts, opened for the first story that asks. */
interface Places {
  /** Shared by the stories of one worker. */
  demo: Shop
  /** Shared by those of the gate, which find it as it is before the doors open. */
  gateDemo: Shop
}

/**
 * Stories that no service worker changes: the console's, which needs the network, and the shop's with it. A third of what
 * a new visitor's browser computes is the worker's install, which the stories of the other files wait for and use.
 */
const ONLINE =
  /(accessibility|bad-input|button|checklist|checkout-account|checkout-words|concert-looks|console-[\w-]+|evening-sabha|keyboard|payment-tabs|seat-names|seats|seats-large|storefront-(browsing|cart|finding|looks|picker|theme)|waiting-list)\.spec\.ts$/

/** Where the demo's database is: the layer of the screens sets it, the browser's stories are on what `npm start` opens. */
const on = process.env['STORIES_ON'] === 'postgres' ? 'postgres' : 'embedded'

/** The fixture of a shop that a worker's stories share, the demo's unless said otherwise; `ready` comes before them. */
export const ownShop = (
  options: Parameters<typeof startShop>[0] = { template: 'demo', on },
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

/** The fixture of a demo for one story alone, which changes what the others find. */
// oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
export const newShop = async ({}: object, use: (shop: Shop) => Promise<void>): Promise<void> => {
  const shop = await startShop({ template: 'demo', on })
  await use(shop)
  await shop.dispose()
}

/**
 * Stories have people as fixtures, each with a browser context. A worker that runs files of other fixtures of its own, or
 * of another project, is started anew with its browser and its shops: both demos are everyone's, and projects are none.
 */
export const test = base.extend<People, Places>({
  demo: ownShop(),
  gateDemo: ownShop(),
  shop: async ({ demo }, use) => use(demo),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  serviceWorkers: async ({}, use, { file }) => use(ONLINE.test(file) ? 'block' : 'allow'),
  contextOptions: async ({ serviceWorkers }, use) => use(serviceWorkers === 'block' ? { reducedMotion: 'reduce' } : {}),
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
