import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { playwrightWebKit } from '../../../scripts/engines.mjs'
import { startShop, type Shop } from '../../support/shop.ts'
import { Customer } from './customer.ts'
import type { Device, Engine } from './engine.ts'
import { openPlaywrightWebKit } from './playwright-webkit.ts'
import { openFirefox } from './puppeteer.ts'
import { Screen } from './screen.ts'
import { openWebKit } from './webkit-gtk.ts'

export { expect }

export interface EngineOptions {
  /** The engine of a project, and whether its devices keep what they have when they are closed. */
  engineName: 'firefox' | 'webkit'
  lasting: boolean
}

/** Gives a browser to somebody: one that knows nothing, unless it is one that was used before. */
type Lends = (options?: { phone?: boolean; profile?: string }) => Promise<Device>

interface People {
  lends: Lends
  /** Somebody who has never been here: a browser of their own, nobody signed in. */
  visitor: Customer
  /** Somebody with a new account, signed in. */
  customer: Customer
}

interface Places extends EngineOptions {
  engine: Engine
  /** The really started server with the demo's year of concerts; stories of one worker share it. */
  shop: Shop
}

const openers = { firefox: openFirefox, webkit: playwrightWebKit() ? openPlaywrightWebKit : openWebKit }

/** What each person saw last, for whoever reads why a story failed. */
async function attachPictures(devices: readonly Device[], testInfo: TestInfo): Promise<void> {
  for (const [n, device] of devices.entries()) {
    const body = await device.picture().catch(() => null)
    if (body) writeFileSync(testInfo.outputPath(`device-${n + 1}.png`), body)
  }
}

/** Stories are told with people, in the engine of the project. */
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
    expect(
      devices.flatMap((device) => device.broken),
      'unhandled errors of the page',
    ).toEqual([])
  },
  visitor: async ({ lends, shop }, use) => {
    const device = await lends()
    await use(new Customer(device, new Screen(await device.newTab(), shop.url), shop.url))
  },
  customer: async ({ visitor }, use) => {
    await visitor.registers()
    await use(visitor)
  },
})
