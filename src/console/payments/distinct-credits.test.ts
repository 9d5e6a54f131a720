import { expect, test } from 'vitest'
import { distinctCredits } from './distinct-credits.ts'

const row = (id: string, amount: number, bookedOn: string, orderCode: string | null = null) => ({
  id,
  amount,
  bookedOn,
  narration: id,
  orderCode,
})

test('one credit in two wordings is one; another day or amount is another', () => {
  const rows = [row('hdfc', 500, '2026-12-05'), row('icici', 500, '2026-12-05', 'MF1'), row('more', 600, '2026-12-05')]
  expect(distinctCredits(rows)).toEqual([row('hdfc', 500, '2026-12-05', 'MF1'), row('more', 600, '2026-12-05')])
  expect(distinctCredits([row('a', 500, '2026-12-05'), row('b', 500, '2026-12-06')])).toHaveLength(2)
})
