import { expect, test } from 'vitest'
import { bridgeBars } from './money.tsx'

test('a bar hangs where the one above it ends, a sum begins at 0, also below it', () => {
  const bars = bridgeBars([
    { amount: 100, sum: true },
    { amount: -30 },
    { amount: -90 },
    { amount: -20, sum: true },
    { amount: 5 },
  ])
  expect(bars.map(({ from, parts }) => [from, parts[0]?.size])).toEqual([
    [0, 100],
    [70, 30],
    [-20, 90],
    [-20, 20],
    [-20, 5],
  ])
})
