import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useToaster, type Toast } from 'react-hot-toast/headless'
import { expect, it, vi } from 'vitest'
import { canHoldToasts, showToast, ToastRow } from './toast-stack.tsx'
import { toast } from '../toast.tsx'

function shownToasts(): Toast[] {
  let seen: Toast[] = []
  function Look(): ReactNode {
    seen = useToaster().toasts
    return null
  }
  renderToStaticMarkup(createElement(Look))
  return seen
}

function markup(id: string, visible = true): string {
  const one = shownToasts().find((other) => other.id === id)
  return one ? renderToStaticMarkup(createElement(ToastRow, { one: { ...one, visible } })) : ''
}

it('lasts 2 s for success, 4 s for errors and plain texts, 8 s with an action, until replaced when loading', () => {
  showToast('success', 'Welcome back!', { id: 'success' })
  showToast('error', 'Invalid email or password', { id: 'error' })
  showToast('blank', 'Saved', { id: 'blank' })
  showToast('loading', 'Collecting...', { id: 'loading' })
  showToast('blank', 'Removed', { id: 'action', action: { label: 'Undo', onClick: () => undefined } })
  const lasts = Object.fromEntries(shownToasts().map(({ id, duration }) => [id, duration]))
  expect(lasts).toEqual({ success: 2000, error: 4000, blank: 4000, loading: Infinity, action: 8000 })
  showToast('success', 'Your data is in your downloads', { id: 'loading' })
  expect(shownToasts().find(({ id }) => id === 'loading')).toMatchObject({ type: 'success', duration: 2000 })
})

it('shows at most twenty toasts and drops the oldest', () => {
  for (let n = 1; n <= 25; n += 1) showToast('error', `Number ${n}`, { id: `n${n}` })
  const ids = shownToasts().map(({ id }) => id)
  expect(ids).toHaveLength(20)
  expect(ids).toContain('n25')
  expect(ids).not.toContain('n5')
  expect(ids).toContain('n6')
})

it('shows the same sentence once, and one toast for each id', async () => {
  for (let n = 1; n <= 3; n += 1) toast.error('Passwords do not match')
  const undo = { label: 'Undo', onClick: () => undefined }
  for (const seat of ['A3', 'A2', 'A1']) toast.show(`Seat ${seat} removed`, { id: 'line', action: undo })
  const ids = (): string[] => shownToasts().map(({ id }) => id)
  await vi.waitFor(() => expect(ids()).toContain('line'))
  expect(ids().filter((id) => id === 'Passwords do not match' || id === 'line')).toHaveLength(2)
  expect(markup('line')).toContain('Seat A1 removed')
})

it('takes the pointer only on its action, and not while it goes', () => {
  const action = { label: 'Undo', onClick: () => undefined }
  showToast('blank', 'Seat A3 removed', { id: 'seat', action })
  expect(markup('seat')).not.toMatch(/class="[^"]*(?<!_button\]:)pointer-events-auto/)
  expect(markup('seat')).toContain('button]:pointer-events-auto')
  expect(markup('seat', false)).not.toContain('pointer-events-auto')
})

it('is held only by a mouse on an action: a finger that tapped never leaves', () => {
  expect(['mouse', 'touch', 'pen', ''].filter(canHoldToasts)).toEqual(['mouse'])
})
