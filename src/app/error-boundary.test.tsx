import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Trouble } from './error-boundary.tsx'
import { renewalBegins } from './update/renewal.ts'

test('a page whose part is gone says so, but not while it is about to be loaded again', () => {
  vi.useFakeTimers()
  const said = (missing: boolean): string => renderToStaticMarkup(<Trouble missing={missing} />)
  expect(said(true)).toContain('This page could not be loaded')
  renewalBegins()
  expect(said(true)).not.toContain('could not be loaded')
  expect(said(true)).toContain('role="status"')
  expect(said(false)).toContain('role="alert"')
  vi.runAllTimers()
  expect(said(true)).toContain('This page could not be loaded')
  vi.useRealTimers()
})
