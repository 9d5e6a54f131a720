import { expect, test } from 'vitest'
import { netText, weekText } from './net-and-limit.tsx'

const net = (back: number, short: number) => ({ revenue: 500_000, back, short, net: 500_000 - back - short })

test('what is left of the revenue is said where something went off, with what did', () => {
  expect(netText(net(0, 0))).toBeNull()
  expect(netText(net(180_000, 0))).toBe('Net ₹3,200.00: ₹1,800.00 refunded and owed back')
  expect(netText(net(0, 7_400))).toBe('Net ₹4,926.00: ₹74.00 paid short')
  expect(netText(net(180_000, 7_400))).toBe('Net ₹3,126.00: ₹1,800.00 refunded and owed back, ₹74.00 paid short')
})

const week = { singers: 0, events: 0, completed: 0, tickets: 0, revenue: 0, bookings: 0 }

test('says what the last seven days added beside the seven before, and nothing where nothing changed', () => {
  const weeks = [
    { ...week, tickets: 1200, revenue: 500_000 },
    { ...week, tickets: 90 },
  ]
  expect(weekText({ weeks }, 'tickets')).toBe('+1,200 in 7 days, +90 in the 7 before')
  expect(weekText({ weeks }, 'revenue', (paise) => `₹${paise / 100}`)).toBe('+₹5000 in 7 days, +₹0 in the 7 before')
  expect(weekText({ weeks }, 'singers')).toBeNull()
})
