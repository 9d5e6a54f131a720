import { beforeEach, expect, it, vi } from 'vitest'
import { installState, isIosApp } from './install.ts'

const phone = (rest: string): string => `Mozilla/5.0 (iPhone; CPU iPhone OS ${rest}`
const SAFARI = phone(
  '18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
)
const CHROME = phone(
  '18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0 Mobile/15E148 Safari/604.1',
)
const OLD_CHROME = phone(
  '16_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/110.0 Mobile/15E148 Safari/604.1',
)
const IN_AN_APP = phone('18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0')
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

function device(given: { userAgent: string; standalone?: boolean; maxTouchPoints?: number }): void {
  vi.stubGlobal('navigator', { maxTouchPoints: 5, ...given })
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

it.each([
  ['Safari', SAFARI, 'ios'],
  ['Safari of an iPad, which calls itself a Mac', IPAD, 'ios'],
  ['another browser', CHROME, 'ios'],
  ['another browser before iOS 16.4', OLD_CHROME, 'ios-elsewhere'],
  ['a browser inside an app', IN_AN_APP, 'ios-elsewhere'],
])('installing on iOS detects a tab of %s: %#', (_, userAgent, state) => {
  device({ userAgent, standalone: false })
  expect(installState()).toBe(state)
  expect(isIosApp()).toBe(false)
})

it('installing on iOS detects the app, and offers nothing on a Mac or on Android', () => {
  device({ userAgent: SAFARI, standalone: true })
  expect(installState()).toBe('installed')
  expect(isIosApp()).toBe(true)
  device({ userAgent: IPAD, standalone: false, maxTouchPoints: 0 })
  expect(installState()).toBe('none')
  device({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/137.0 Mobile Safari/537.36' })
  expect(installState()).toBe('none')
})
