import { expect, test } from 'vitest'
import { nextZoom } from './screenshot-view.tsx'

test('zooms from 0.5 to 3 in steps of 0.25', () => {
  const seen = [0.5]
  while (nextZoom(seen.at(-1)!, 1) !== seen.at(-1)) seen.push(nextZoom(seen.at(-1)!, 1))
  expect(seen).toEqual([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3])
  expect(nextZoom(3, 1)).toBe(3)
  expect(nextZoom(0.5, -1)).toBe(0.5)
  expect(nextZoom(1, -1)).toBe(0.75)
})
