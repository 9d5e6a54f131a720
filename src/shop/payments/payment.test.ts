import { expect, test } from 'vitest'
import { isDecided, isOver, isPaid, keepsSeats, paymentStatuses } from './payment.ts'

const those = (is: (status: (typeof paymentStatuses)[number]) => boolean) => paymentStatuses.filter(is)

test('says of each status whether it is decided, paid, over, and keeps its seats', () => {
  expect(those(isDecided)).toEqual(['approved', 'rejected'])
  expect(those(isPaid)).toEqual(['approved'])
  expect(those(isOver)).toEqual(['rejected'])
  expect(those(keepsSeats)).toEqual(['pending', 'approved'])
})
