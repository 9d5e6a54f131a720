import type { TestInfo } from '@playwright/test'

/**
 * Skips a story that would begin after the run's time (scripts/test.mjs, TEST_MINUTES): a run that is ended from outside
 * says nothing, this one names what it did not run. Further attempts are made all the same.
 */
export function needTime(testInfo: TestInfo): void {
  const until = Number(process.env.TEST_UNTIL ?? Infinity)
  testInfo.skip(testInfo.retry === 0 && Date.now() > until, 'no time left')
}
