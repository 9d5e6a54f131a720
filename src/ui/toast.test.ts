import { expect, it, vi } from 'vitest'

it('shows a toast later when its library failed to load at first', async () => {
  vi.useFakeTimers()
  const showToast = vi.fn()
  let offline = true
  vi.doMock('./toast/toast-stack.tsx', () => {
    if (offline) throw new TypeError('error loading dynamically imported module')
    return { showToast }
  })
  const { toast } = await import('./toast.tsx')
  const id = toast.error('No connection.')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(showToast).not.toHaveBeenCalled()
  offline = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(showToast.mock.calls).toEqual([['error', 'No connection.', { id }]])
  vi.useRealTimers()
})
