import { expect, test } from 'vitest'
import { amountsDiffer, distinctCredits } from './credit-check.tsx'

const row = (id: string, amount: number, bookedOn: string, orderCode: string | null = null) => ({
  id,
  amount,
  bookedOn,
  narration: id,
  orderCode,
  near: null,
})

test('joins two wordings of one credit, but not another day or amount', () => {
  const rows = [row('hdfc', 500, '2026-12-05'), row('icici', 500, '2026-12-05', 'MF1'), row('more', 600, '2026-12-05')]
  expect(distinctCredits(rows)).toEqual([row('hdfc', 500, '2026-12-05', 'MF1'), row('more', 600, '2026-12-05')])
  expect(distinctCredits([row('a', 500, '2026-12-05'), row('b', 500, '2026-12-06')])).toHaveLength(2)
})

test.each([
  [{ stated: 1800, expected: 1800, credited: 1800 }, null],
  [{ stated: 1000, expected: 1800, credited: 1800 }, 'Stated amount differs'],
  [{ stated: 1800, expected: 1800, credited: 1500 }, 'Credited amount differs'],
  [{ stated: 1500, expected: 1800, credited: 1500 }, 'Expected amount differs'],
  [{ stated: 1000, expected: 1800, credited: 1500 }, 'All three amounts differ'],
  [{ stated: 1800, expected: null, credited: 1800 }, 'Expected amount unknown'],
  [{ stated: 1800, expected: 1800, credited: 1800, credits: 2 }, 'Several credits'],
])('%o: %j', (amounts, words) => {
  expect(amountsDiffer({ credits: 1, ...amounts })).toBe(words)
})
