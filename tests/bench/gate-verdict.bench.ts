import { chromium, expect } from '@playwright/test'
import { testBrowser } from '../support/browser/browser.ts'
import { inDatabase } from '../support/database/database.ts'
import { fillHouse } from '../support/concerts/full-house.ts'
import { DEMO_PASSWORD, startShop } from '../support/server/shop.ts'
import { openBenchPage } from './gate/serve-page.ts'
import { percentile, type Measure } from './measure.ts'

export const name = 'The gate: a verdict with a roster of 100,000 tickets, processor slowed four times'

const TICKETS = 100_000
const READINGS = 200
/** Slows this machine down to a cheap phone. */
const SLOWDOWN = 4
const FRAME_MS = 1000 / 60
const DOWNLOAD_MS = 300_000

const ms = (value: number): string => `${value.toFixed(1)} ms`
const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

/** Prepares a gate in a browser, then judges codes: from the text to the answer, and to the scan on disk. */
export async function run(): Promise<Measure[]> {
  const shop = await startShop({ template: 'demo' })
  const { executablePath, args } = await testBrowser()
  const browser = await chromium.launch({ executablePath, args })
  try {
    const house = await inDatabase(shop, (sql) => fillHouse(sql, TICKETS, 2 * READINGS))
    // The service worker would answer for the bench's page.
    const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block' })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill('admin@demo.mehfil.example')
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/admin(?!\/login)/)
    await page.goto('/admin/scan')
    const began = performance.now()
    await page.getByRole('checkbox', { name: /^Full House/ }).check()
    await expect(page.getByText(/^List of 1,00,000 tickets/)).toBeVisible({ timeout: DOWNLOAD_MS })
    const download = performance.now() - began
    const said = (await page.getByText(/^List of 1,00,000 tickets/).textContent()) ?? ''
    await cdp.send('HeapProfiler.collectGarbage')
    const heap = (await cdp.send('Runtime.getHeapUsage')).usedSize
    const stored = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)

    await openBenchPage(context, page, shop.url)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const [first, second] = [house.codes.slice(0, READINGS), house.codes.slice(READINGS)]
    await page.evaluate((codes) => gateBench.verdicts(codes, false), first.slice(0, 20))
    const decided = await page.evaluate((codes) => gateBench.verdicts(codes, false), first)
    const written = await page.evaluate((codes) => gateBench.verdicts(codes, true), second)
    for (const one of [...decided, ...written]) if (one.verdict !== 'ENTER') throw new Error(`Answered ${one.verdict}`)
    const search = await page.evaluate(() => gateBench.search('person77'))
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const refresh = await page.evaluate((event) => gateBench.refresh(event), house.event)
    const wipe = await page.evaluate(() => gateBench.wipe())

    const [decision, write] = [decided.map((one) => one.ms), written.map((one) => one.ms)]
    const p95 = percentile(decision, 0.95)
    return [
      { what: 'decision, median', value: ms(percentile(decision, 0.5)) },
      { what: 'decision, p95', value: ms(p95), bar: `${ms(FRAME_MS)} (one frame)`, ok: p95 <= FRAME_MS },
      { what: 'decision and durable write, median', value: ms(percentile(write, 0.5)) },
      { what: 'decision and durable write, p95', value: ms(percentile(write, 0.95)) },
      { what: `search by name, ${search.found} found`, value: ms(search.ms) },
      { what: 'download of the list, processor not slowed', value: `${seconds(download)} (${said.split(' · ')[1]})` },
      { what: 'memory of the page afterwards', value: megabytes(heap) },
      { what: 'on the disk', value: megabytes(stored) },
      { what: 'refresh with nothing new', value: ms(refresh) },
      { what: 'taking the list away', value: seconds(wipe) },
    ]
  } finally {
    await browser.close()
    await shop.dispose()
  }
}
