import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useToaster, type Toast } from 'react-hot-toast/headless'
import { expect, it, vi } from 'vitest'
import { canHoldToasts, showToast, ToastRow } from './toast-stack.tsx'
import { toast } from './toast.tsx'

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

/** A toast that stands, as it is drawn. */
function markup(id: string, visible = true): string {
  const one = standing().find((other) => other.id === id)
  return one ? renderToStaticMarkup(createElement(ToastRow, { one: { ...one, visible } })) : ''
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

it('the same sentence is on the screen once, however often it is said; a line with its own id has one toast', async () => {
  for (let n = 1; n <= 3; n += 1) toast.error('Passwords do not match')
  const undo = { label: 'Undo', onClick: () => undefined }
  for (const seat of ['A3', 'A2', 'A1']) toast.show(`Seat ${seat} removed`, { id: 'line', action: undo })
  const ids = (): string[] => standing().map(({ id }) => id)
  await vi.waitFor(() => expect(ids()).toContain('line'))
  expect(ids().filter((id) => id === 'Passwords do not match' || id === 'line')).toHaveLength(2)
  expect(markup('line')).toContain('Seat A1 removed')
})

it('a toast takes no pointer but on its action, and not even there once it goes', () => {
  const action = { label: 'Undo', onClick: () => undefined }
  showToast('blank', 'Seat A3 removed', { id: 'seat', action })
  expect(markup('seat')).not.toMatch(/class="[^"]*(?<!_button\]:)pointer-events-auto/)
  expect(markup('seat')).toContain('button]:pointer-events-auto')
  expect(markup('seat', false)).not.toContain('pointer-events-auto')
})

it('only a mouse that rests on an action holds the toasts: a finger that tapped never leaves', () => {
  expect(['mouse', 'touch', 'pen', ''].filter(canHoldToasts)).toEqual(['mouse'])
})
