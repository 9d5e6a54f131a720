import { expect, test } from 'vitest'
import { isUuid } from './uuid.ts'

test('accepts a uuid in either case, and nothing else', () => {
  expect(isUuid('3f9a0c21-1b2c-4d3e-8f90-aabbccddeeff')).toBe(true)
  expect(isUuid('3F9A0C21-1B2C-4D3E-8F90-AABBCCDDEEFF')).toBe(true)
  for (const text of [null, undefined, '', '3f9a', '3f9a0c21-1b2c-4d3e-8f90-aabbccddeeff ', 'x'.repeat(36)])
    expect(isUuid(text)).toBe(false)
})
