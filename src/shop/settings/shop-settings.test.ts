import { expect, it } from 'vitest'
import { percentNearLimit } from './shop-settings.ts'

it.each([
  ['no limit', null, 5_00_000_00, null],
  ['a paisa below 80 percent', 2_00_000_00, 1_59_999_99, null],
  ['80 percent', 2_00_000_00, 1_60_000_00, 80],
  ['a paisa below the limit', 2_00_000_00, 1_99_999_99, 99],
  ['the limit', 2_00_000_00, 2_00_000_00, 100],
  ['more than the limit', 2_00_000_00, 2_50_000_00, 125],
])('%s', (_, limit, received, percent) =>
  expect(percentNearLimit({ limit, received, counted: 'payments' })).toBe(percent),
)
