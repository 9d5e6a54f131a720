import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { testBrowser } from './support/browser/browser.ts'

const browser = await testBrowser()

/** Stories in a real browser against the built app and the really started server; each worker opens its own shop. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../.cache/e2e',
  // Ends what hangs: a busy machine takes four minutes for the longest.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  // Each opens a shop and a browser, and another layer runs beside.
  workers: Math.min(3, availableParallelism()),
  // A shared machine stalls for seconds now and then; what needed a further attempt is named at the end of the run.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: browser.executablePath, args: browser.args },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
})
