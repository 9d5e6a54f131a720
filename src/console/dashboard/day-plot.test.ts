import { expect, test } from 'vitest'
import { plotStep } from './day-plot.tsx'

test('reaches the highest bar in four round steps', () => {
  for (const most of [0, 1, 3, 4, 5, 7, 10, 99, 100, 101, 3600, 99_999, 1_00_000, 12_34_567]) {
    const step = plotStep(most)
    expect(step * 4, String(most)).toBeGreaterThanOrEqual(most)
    expect(step, String(most)).toBeGreaterThanOrEqual(1)
    // The next lower round number would be too small.
    if (most > 4) expect(step * 4).toBeLessThanOrEqual(most * 2.5)
  }
  expect([4, 5, 10, 100, 3600].map(plotStep)).toEqual([1, 2, 5, 50, 1000])
})
