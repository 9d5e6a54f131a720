import { expect, test } from 'vitest'
import { faultOfSize, posterSize } from './poster-picture.ts'

test.each([
  [2400, 3000, 320, 320, 400],
  [2400, 3000, 1280, 1280, 1600],
  [700, 700, 1280, 700, 700],
  [1000, 333, 320, 320, 107],
])('%i × %i at %i is %i × %i', (width, height, wanted, w, h) =>
  expect(posterSize(width, height, wanted)).toEqual({ width: w, height: h }),
)

test('a poster is wide enough and no strip', () => {
  expect(faultOfSize(640, 800)).toBeNull()
  expect(faultOfSize(1920, 640)).toBeNull()
  expect(faultOfSize(639, 800)).toBe('too_small')
  expect(faultOfSize(640, 1921)).toBe('too_long')
  expect(faultOfSize(1921, 640)).toBe('too_long')
})
