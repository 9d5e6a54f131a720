import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Plot, plotStep } from './plot.tsx'

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

const drawn = (series: ComponentProps<typeof Plot>['series'], limit?: number): string =>
  renderToStaticMarkup(
    <Plot title="Tickets" at={['Fri 4 Dec', 'Sat 5 Dec']} series={series} limit={limit} word={String} />,
  )

test('a plot has its table, the newest step first, and a dash where there is no value', () => {
  expect(drawn([{ name: 'Sold', values: [2, 8] }])).toMatch(/<caption[^>]*>Tickets<.*Sat 5 Dec.*>8<.*Fri 4 Dec.*>2</)
  const lines = drawn([
    { name: 'This one', values: [2, null] },
    { name: 'The one before', values: [1, 3] },
  ])
  expect(lines).toMatch(/This one<.*The one before<.*Sat 5 Dec.*>–<.*>3<.*Fri 4 Dec.*>2<.*>1</)
  expect(lines).toContain('points="0.5,50 "')
})

test('a bar is as high as its value on the scale, a line across is where its limit is', () => {
  expect(drawn([{ name: 'Sold', values: [2, 4] }])).toMatch(/y="50" height="50".*y="0" height="100"/)
  expect(drawn([{ name: 'Sold', values: [0, 4] }], 8)).toMatch(
    /y1="0" y2="0" class="stroke-ink".*points="0.5,100 1.5,50"/,
  )
})
