import type { Page } from '@playwright/test'

/** The largest layout shift allowed while a page loads, as Chromium counts it. */
export const MAX_SHIFT = 0.02
interface Shift {
  value: number
  hadRecentInput: boolean
}

export async function measureShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const sum = { shift: 0 }
    Object.assign(globalThis, { shifts: sum })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) if (!entry.hadRecentInput) sum.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await page.waitForTimeout(1_000)
    return page.evaluate(() => (globalThis as unknown as { shifts: { shift: number } }).shifts.shift)
  }
}
