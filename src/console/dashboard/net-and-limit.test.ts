import { expect, test } from 'vitest'
import { netText } from './net-and-limit.tsx'

const net = (back: number, short: number) => ({ revenue: 500_000, back, short, net: 500_000 - back - short })

test('what is left of the revenue is said where something went off, with what did', () => {
  expect(netText(net(0, 0))).toBeNull()
  expect(netText(net(180_000, 0))).toBe('Net ₹3,200.00: ₹1,800.00 refunded and owed back')
  expect(netText(net(0, 7_400))).toBe('Net ₹4,926.00: ₹74.00 paid short')
  expect(netText(net(180_000, 7_400))).toBe('Net ₹3,126.00: ₹1,800.00 refunded and owed back, ₹74.00 paid short')
})
