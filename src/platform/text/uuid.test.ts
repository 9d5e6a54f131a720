import { expect, test, vi } from 'vitest'
import { isUuid, newUuid } from './uuid.ts'

test('accepts a uuid in either case, and nothing else', () => {
  expect(isUuid('3f9a0c21-1b2c-4d3e-8f90-aabbccddeeff')).toBe(true)
  expect(isUuid('3F9A0C21-1B2C-4D3E-8F90-AABBCCDDEEFF')).toBe(true)
  for (const text of [null, undefined, '', '3f9a', '3f9a0c21-1b2c-4d3e-8f90-aabbccddeeff ', 'x'.repeat(36)])
    expect(isUuid(text)).toBe(false)
})

test('makes a version-4 uuid without crypto.randomUUID, another each time', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const made = Array.from({ length: 100 }, newUuid)
  vi.unstubAllGlobals()
  expect(new Set(made).size).toBe(100)
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
