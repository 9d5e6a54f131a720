import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useToaster, type Toast } from 'react-hot-toast/headless'
import { expect, it } from 'vitest'
import { showToast } from './toast-stack.tsx'

/** What stands on the screen, newest first, as the stack gets it. */
function standing(): Toast[] {
  let seen: Toast[] = []
  function Look(): ReactNode {
    seen = useToaster().toasts
    return null
  }
  renderToStaticMarkup(createElement(Look))
  return seen
}

it('a success stays 2 s, an error and a plain one 4 s, one that loads until it is replaced, one with an action 8 s', () => {
  showToast('success', 'Welcome back!', { id: 'success' })
  showToast('error', 'Invalid email or password', { id: 'error' })
  showToast('blank', 'Saved', { id: 'blank' })
  showToast('loading', 'Collecting...', { id: 'loading' })
  showToast('blank', 'Removed', { id: 'action', action: { label: 'Undo', onClick: () => undefined } })
  const lasts = Object.fromEntries(standing().map(({ id, duration }) => [id, duration]))
  expect(lasts).toEqual({ success: 2000, error: 4000, blank: 4000, loading: Infinity, action: 8000 })
  showToast('success', 'Your data is in your downloads', { id: 'loading' })
  expect(standing().find(({ id }) => id === 'loading')).toMatchObject({ type: 'success', duration: 2000 })
})

it('at most twenty stand at once: the oldest make room', () => {
  for (let n = 1; n <= 25; n += 1) showToast('error', `Number ${n}`, { id: `n${n}` })
  const ids = standing().map(({ id }) => id)
  expect(ids).toHaveLength(20)
  expect(ids).toContain('n25')
  expect(ids).not.toContain('n5')
  expect(ids).toContain('n6')
})
