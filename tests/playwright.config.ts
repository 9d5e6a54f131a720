import { defineConfig } from '@playwright/test'
import { testBrowser } from './support/browser.ts'

const browser = await testBrowser()
process.env.MEHFIL_BACKGROUND_SYNC = browser.backgroundSync ? '1' : '0'

/** Stories in a real browser against the built app and the really started server; each worker opens its own shop. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../.cache/e2e',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 2,
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
