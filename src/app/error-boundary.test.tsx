import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { isChunkLoadError, Trouble } from './error-boundary.tsx'
import { noteReload } from './update/reloading.ts'

test('shows that a part of the page is missing, but not while the page reloads', () => {
  vi.useFakeTimers()
  const said = (missing: boolean): string => renderToStaticMarkup(<Trouble missing={missing} />)
  expect(said(true)).toContain('This page could not be loaded')
  noteReload()
  expect(said(true)).not.toContain('could not be loaded')
  expect(said(true)).toContain('role="status"')
  expect(said(false)).toContain('role="alert"')
  vi.runAllTimers()
  expect(said(true)).toContain('This page could not be loaded')
  vi.useRealTimers()
})

test('tells a missing part from a broken page by the message of every browser', () => {
  for (const words of [
    'Failed to fetch dynamically imported module: https://shop.example/assets/console-routes-1a2b.js',
    'error loading dynamically imported module: https://shop.example/assets/console-routes-1a2b.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/console.css',
  ])
    expect(isChunkLoadError(new TypeError(words)), words).toBe(true)
  expect(isChunkLoadError(new TypeError('x is not a function'))).toBe(false)
  expect(isChunkLoadError('Importing a module script failed.')).toBe(false)
})
