import { expect, it } from 'vitest'
import { isMissingPart } from './missing-chunk.ts'

it('tells a page that did not come from one that is broken, in every browser’s words', () => {
  for (const words of [
    'Failed to fetch dynamically imported module: https://shop.example/assets/console-routes-1a2b.js',
    'error loading dynamically imported module: https://shop.example/assets/console-routes-1a2b.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/console.css',
  ])
    expect(isMissingPart(new TypeError(words)), words).toBe(true)
  expect(isMissingPart(new TypeError('x is not a function'))).toBe(false)
  expect(isMissingPart('Importing a module script failed.')).toBe(false)
})
