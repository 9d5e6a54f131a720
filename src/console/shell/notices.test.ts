import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { NOTICE_ICON, readNotices, arrivalsText } from './notices.ts'

test('words the number of payments', () => {
  expect(arrivalsText(1)).toBe('A payment arrived')
  expect(arrivalsText(1200)).toBe('1,200 payments arrived')
})

test('returns the default for an invalid choice', () => {
  const usual = { here: true, device: false }
  expect(readNotices(null)).toEqual(usual)
  expect(readNotices('nonsense')).toEqual(usual)
  expect(readNotices('null')).toEqual(usual)
  expect(readNotices('{"here":"no","device":1}')).toEqual(usual)
  expect(readNotices('{"here":false,"device":true}')).toEqual({ here: false, device: true })
})

test('shows an icon that there is', () => {
  expect(existsSync(fileURLToPath(new URL(`../../../public${NOTICE_ICON}`, import.meta.url)))).toBe(true)
})
