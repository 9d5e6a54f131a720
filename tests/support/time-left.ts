import type { TestFixture } from '@playwright/test'

/** A story that began in time may take this long beyond it, with its further attempts. */
const AFTER_MS = 9 * 60_000
const LEAST_MS = 30_000

/**
 * A fixture of every story, before all others: skips one that would begin after the run's time (scripts/test.mjs,
 * TEST_MINUTES). A run that is ended from outside says nothing, this one names what it did not run. Further attempts are
 * made all the same.
 */
export const timeLeft: [TestFixture<undefined, object>, { auto: true }] = [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  async ({}, use, testInfo) => {
    const until = Number(process.env.TEST_UNTIL ?? Infinity)
    testInfo.skip(testInfo.retry === 0 && Date.now() > until, 'no time left')
    testInfo.setTimeout(Math.min(testInfo.timeout, Math.max(LEAST_MS, until + AFTER_MS - Date.now())))
    await use(undefined)
  },
  { auto: true },
]
