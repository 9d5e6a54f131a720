import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { playwrightWebKit } from '../../../scripts/engines.mjs'
import { startShop, type Shop } from '../../support/server/shop.ts'
import { signedIn } from '../../support/device/stored-session.ts'
import { newCustomer } from '../../support/server/visitor.ts'
import { Customer } from './customer.ts'
import type { Device, Engine } from './engine.ts'
import { openPlaywrightWebKit } from './playwright-webkit.ts'
import { openFirefox } from './puppeteer.ts'
import { Screen } from './screen.ts'
import { openWebKit } from './webkit-gtk.ts'

export { expect }

export interface EngineOptions {
  engineName: 'firefox' | 'webkit'
  lasting: boolean
}

/** Gives out a browser: a new one, or one with a profile used before. */
type Lends = (options?: { phone?: boolean; profile?: string }) => Promise<Device>

interface People {
  lends: Lends
  /** A new visitor with a browser of their own, not signed in. */
  visitor: Customer
  customer: Customer
}

interface Places extends EngineOptions {
  engine: Engine
  /** The real server with the demo's year of concerts, shared by the stories of one worker. */
  shop: Shop
}

const openers = { firefox: openFirefox, webkit: playwrightWebKit() ? openPlaywrightWebKit : openWebKit }

/** A customer with a new account, signed in by a call. */
export async function arrives(screen: Screen, device: Device, shop: Shop): Promise<Customer> {
  const account = await newCustomer(shop, `Asha ${randomBytes(4).toString('hex')}`)
  await screen.keepsSession(await signedIn(shop, account))
  return new Customer(device, screen, shop.url, account)
}

async function attachPictures(devices: readonly Device[], testInfo: TestInfo): Promise<void> {
  for (const [n, device] of devices.entries()) {
    const body = await device.picture().catch(() => null)
    if (body) writeFileSync(testInfo.outputPath(`device-${n + 1}.png`), body)
  }
}

export const test = base.extend<People, Places>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  lasting: [false, { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const open: () => Promise<Engine> = openers[engineName]
      const engine = await open()
      await use(engine)
      await engine.quit()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const shop = await startShop({ template: 'demo' })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  lends: async ({ engine, lasting }, use, testInfo) => {
    const devices: Device[] = []
    const folders: string[] = []
    await use(async ({ profile, ...options } = {}) => {
      let folder = profile
      if (lasting && !folder) folders.push((folder = mkdtempSync(join(tmpdir(), 'mehfil-profile-'))))
      const device = await engine.open({ ...options, ...(folder && { profile: folder }) })
      devices.push(device)
      return device
    })
    if (testInfo.status !== testInfo.expectedStatus) await attachPictures(devices, testInfo)
    for (const device of devices) await device.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    expect(devices.flatMap((device) => device.broken).join('\n'), 'unhandled errors of the page').toBe('')
  },
  visitor: async ({ lends, shop }, use) => {
    const device = await lends()
    await use(new Customer(device, new Screen(await device.newTab(), shop.url), shop.url))
  },
  customer: async ({ lends, shop }, use) => {
    const device = await lends()
    await use(await arrives(new Screen(await device.newTab(), shop.url), device, shop))
  },
})
