import { expect, test } from 'vitest'
import { plainCategory } from '../../../../tests/support/concerts/plain-rows.ts'
import { nextSaleMoment, windowState, type SaleWindow } from './sale-window.ts'

const now = Date.parse('2026-12-01T12:00:00Z')
const at = (ms: number): string => new Date(now + ms).toISOString()

test('a window has its first moment and not its last', () => {
  const window = { saleFrom: at(0), saleUntil: at(1000) }
  expect(windowState(window, now - 1)).toEqual({ kind: 'before', at: at(0) })
  expect([now, now + 999].map((each) => windowState(window, each).kind)).toEqual(['open', 'open'])
  expect(windowState(window, now + 1000)).toEqual({ kind: 'ended' })
})

test('no bounds are always open', () => {
  expect(windowState({ saleFrom: null, saleUntil: null }, now).kind).toBe('open')
  expect(windowState({ saleFrom: null, saleUntil: at(1) }, now).kind).toBe('open')
})

test('the next moment is the first opening, end or start to come', () => {
  const event = (date: number, ...windows: Partial<SaleWindow>[]) => ({
    date: at(date),
    categories: windows.map((window) => ({ ...plainCategory, ...window })),
  })
  expect(nextSaleMoment([], now)).toBeNull()
  expect(nextSaleMoment([event(-5), event(0)], now)).toBeNull()
  expect(nextSaleMoment([event(9000, { saleFrom: at(0), saleUntil: at(3000) }, { saleFrom: at(2000) })], now)).toBe(
    now + 2000,
  )
  expect(nextSaleMoment([event(9000, { saleFrom: null }), event(4000)], now)).toBe(now + 4000)
})
