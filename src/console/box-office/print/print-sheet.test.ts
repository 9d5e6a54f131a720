import { expect, it } from 'vitest'
import { pageRule } from './print-sheet.tsx'

it('cuts a roll after its tallest page, with room for rounding', () => {
  // 378 CSS pixels are 100.01 mm.
  expect(pageRule('58', 378)).toBe('@page { size: 58mm 103mm; margin: 0; }')
  expect(pageRule('80', 378)).toBe('@page { size: 80mm 103mm; margin: 0; }')
})

it('is never wider than high', () => expect(pageRule('80', 40)).toBe('@page { size: 80mm 80mm; margin: 0; }'))

it('leaves the height of a sheet alone', () => expect(pageRule('a4', 5000)).toContain('size: A4'))
